// SPDX-License-Identifier: GPL-2.0
/*
 * Network devices that read the module of a cage for ethtool, each below a platform device with an mlx5-like hwmon. Part
 * of opticward's own test hardware, see optwd.h.
 *
 *   nic NAME KIND CAGE     ethernet: reads by page; legacy: only the old calls, as drivers before 5.13;
 *                          infiniband: of that type, without module operations
 *   nic_set NAME carrier 0|1
 *   nic_set NAME longest N         replies carry at most N bytes; 0: no limit
 *   nic_set NAME busy N            the next N reads end with -EBUSY, all of them for N < 0
 *   nic_set NAME ext_state N       what ethtool says of a link that is down; 0: only that a cable is missing
 *   nic_set NAME millidegrees N    of the module, in hwmon
 *   nic_remove NAME
 */
#include <linux/errno.h>
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/hwmon.h>
#include <linux/if_arp.h>
#include <linux/if_infiniband.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/platform_device.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>

#include "optwd.h"

#define LEGACY_SIZE	640	/* lower memory and pages 00h to 03h */

struct nic {
	struct list_head list;
	struct platform_device *parent;
	struct device *hwmon;
	struct net_device *net;
	struct optwd_cage *cage;
	int longest, busy, ext_state, millidegrees;
};

static LIST_HEAD(nics);

static struct nic *nic_of(struct net_device *net)
{
	return *(struct nic **)netdev_priv(net);
}

/* With the lock held; 0 or -errno, as a firmware that reads the module for its driver. */
static int readable(struct nic *nic)
{
	if (nic->busy) {
		if (nic->busy > 0)
			nic->busy--;
		return -EBUSY;
	}
	return nic->cage->present ? 0 : -EIO;
}

static int get_eeprom_by_page(struct net_device *net, const struct ethtool_module_eeprom *wanted,
			      struct netlink_ext_ack *extack)
{
	struct nic *nic = nic_of(net);
	int page = wanted->offset < OPTWD_HALF ? -1 : wanted->bank * 256 + wanted->page;
	u32 count = wanted->length;
	const u8 *bytes;
	int error;

	if (wanted->i2c_address != OPTWD_ADDRESS)
		return -EINVAL;
	if (nic->longest)
		count = min_t(u32, count, nic->longest);
	mutex_lock(&nic->cage->lock);
	error = readable(nic);
	bytes = error ? NULL : optwd_cage_page(nic->cage, page);
	if (bytes)
		memcpy(wanted->data, bytes + wanted->offset % OPTWD_HALF, count);
	mutex_unlock(&nic->cage->lock);
	if (!error && !bytes) {
		NL_SET_ERR_MSG_MOD(extack, "the module does not have that page");
		error = -EIO;
	}
	return error ? error : count;
}

/* The old calls know nothing of CMIS. */
static int get_module_info(struct net_device *net, struct ethtool_modinfo *info)
{
	struct nic *nic = nic_of(net);
	int error;
	u8 identifier;

	mutex_lock(&nic->cage->lock);
	error = readable(nic);
	identifier = nic->cage->lower[0];
	mutex_unlock(&nic->cage->lock);
	if (error)
		return error;
	if (identifier != 0x0c && identifier != 0x0d && identifier != 0x11)
		return -EINVAL;
	info->type = ETH_MODULE_SFF_8636;
	info->eeprom_len = LEGACY_SIZE;
	return 0;
}

static int get_module_eeprom(struct net_device *net, struct ethtool_eeprom *wanted, u8 *to)
{
	struct nic *nic = nic_of(net);
	u32 i;
	int error;

	mutex_lock(&nic->cage->lock);
	error = readable(nic);
	for (i = 0; !error && i < wanted->len; i++) {
		u32 at = wanted->offset + i;
		const u8 *page = optwd_cage_page(nic->cage, (int)(at / OPTWD_HALF) - 1);

		to[i] = page ? page[at % OPTWD_HALF] : 0;
	}
	mutex_unlock(&nic->cage->lock);
	return error;
}

static int get_link_ext_state(struct net_device *net, struct ethtool_link_ext_state_info *info)
{
	struct nic *nic = nic_of(net);

	bool is_empty;

	mutex_lock(&nic->cage->lock);
	is_empty = !nic->cage->present;
	mutex_unlock(&nic->cage->lock);
	if (netif_carrier_ok(net) || (!nic->ext_state && !is_empty))
		return -ENODATA;
	info->link_ext_state = is_empty ? ETHTOOL_LINK_EXT_STATE_NO_CABLE : nic->ext_state;
	return 0;
}

static int get_power_mode(struct net_device *net, struct ethtool_module_power_mode_params *mode,
			  struct netlink_ext_ack *extack)
{
	mode->policy = ETHTOOL_MODULE_POWER_MODE_POLICY_HIGH;
	mode->mode = ETHTOOL_MODULE_POWER_MODE_HIGH;
	return 0;
}

static int get_link_settings(struct net_device *net, struct ethtool_link_ksettings *settings)
{
	settings->base.speed = netif_carrier_ok(net) ? 200000 : SPEED_UNKNOWN;
	settings->base.duplex = DUPLEX_FULL;
	settings->base.port = PORT_FIBRE;
	settings->base.autoneg = AUTONEG_DISABLE;
	return 0;
}

static void get_driver(struct net_device *net, struct ethtool_drvinfo *info)
{
	strscpy(info->driver, "optwd", sizeof(info->driver));
}

static const struct ethtool_ops ethernet_operations = {
	.get_drvinfo = get_driver,
	.get_link = ethtool_op_get_link,
	.get_link_ext_state = get_link_ext_state,
	.get_link_ksettings = get_link_settings,
	.get_module_eeprom_by_page = get_eeprom_by_page,
	.get_module_power_mode = get_power_mode,
};

static const struct ethtool_ops legacy_operations = {
	.get_drvinfo = get_driver,
	.get_link = ethtool_op_get_link,
	.get_link_ksettings = get_link_settings,
	.get_module_info = get_module_info,
	.get_module_eeprom = get_module_eeprom,
};

static const struct ethtool_ops infiniband_operations = {
	.get_drvinfo = get_driver,
	.get_link = ethtool_op_get_link,
	.get_link_ksettings = get_link_settings,
};

/* ---- the network device: everything sent is lost ---- */

static netdev_tx_t send(struct sk_buff *packet, struct net_device *net)
{
	dev_kfree_skb(packet);
	return NETDEV_TX_OK;
}

static const struct net_device_ops net_operations = { .ndo_start_xmit = send };

static void ethernet_setup(struct net_device *net)
{
	ether_setup(net);
	eth_hw_addr_random(net);
	net->netdev_ops = &net_operations;
	net->ethtool_ops = &ethernet_operations;
}

static void legacy_setup(struct net_device *net)
{
	ethernet_setup(net);
	net->ethtool_ops = &legacy_operations;
}

static void infiniband_setup(struct net_device *net)
{
	static const u8 address[INFINIBAND_ALEN] = { 0, 0, 1, 7, 0xfe, 0x80, [19] = 1 };

	net->type = ARPHRD_INFINIBAND;
	net->addr_len = INFINIBAND_ALEN;
	net->hard_header_len = 4;
	net->mtu = 2044;
	net->max_mtu = 4092;
	net->flags = IFF_BROADCAST | IFF_MULTICAST;
	net->tx_queue_len = 256;
	dev_addr_set(net, address);
	memset(net->broadcast, 0xff, INFINIBAND_ALEN);
	net->netdev_ops = &net_operations;
	net->ethtool_ops = &infiniband_operations;
}

/* ---- hwmon: the ASIC and the module ---- */

static umode_t hwmon_visible(const void *data, enum hwmon_sensor_types type, u32 attribute, int channel)
{
	return 0444;
}

static int hwmon_read(struct device *device, enum hwmon_sensor_types type, u32 attribute, int channel, long *value)
{
	struct nic *nic = dev_get_drvdata(device);

	*value = attribute == hwmon_temp_crit ? 105000 : channel ? READ_ONCE(nic->millidegrees) : 55000;
	return 0;
}

static int hwmon_read_label(struct device *device, enum hwmon_sensor_types type, u32 attribute, int channel,
			    const char **label)
{
	*label = channel ? "Module0" : "asic";
	return 0;
}

static const struct hwmon_ops hwmon_operations = {
	.is_visible = hwmon_visible,
	.read = hwmon_read,
	.read_string = hwmon_read_label,
};

#define CHANNEL	(HWMON_T_INPUT | HWMON_T_LABEL | HWMON_T_CRIT)

static const struct hwmon_channel_info *hwmon_channels[] = { HWMON_CHANNEL_INFO(temp, CHANNEL, CHANNEL), NULL };
static const struct hwmon_chip_info hwmon_description = { .ops = &hwmon_operations, .info = hwmon_channels };

/* ---- made and removed on demand ---- */

static struct nic *find(const char *name)
{
	struct nic *nic;

	list_for_each_entry(nic, &nics, list)
		if (!strcmp(nic->net->name, name))
			return nic;
	return NULL;
}

static void destroy(struct nic *nic)
{
	if (!IS_ERR_OR_NULL(nic->hwmon))
		hwmon_device_unregister(nic->hwmon);
	if (nic->net && nic->net->reg_state == NETREG_REGISTERED)
		unregister_netdev(nic->net);
	if (nic->net)
		free_netdev(nic->net);
	if (!IS_ERR_OR_NULL(nic->parent))
		platform_device_unregister(nic->parent);
	kfree(nic);
}

static int create(struct nic *nic, const char *name, void (*setup)(struct net_device *))
{
	int error;

	nic->parent = platform_device_register_simple("optwd-nic", PLATFORM_DEVID_AUTO, NULL, 0);
	if (IS_ERR(nic->parent))
		return PTR_ERR(nic->parent);
	nic->net = alloc_netdev(sizeof(nic), name, NET_NAME_USER, setup);
	if (!nic->net)
		return -ENOMEM;
	*(struct nic **)netdev_priv(nic->net) = nic;
	SET_NETDEV_DEV(nic->net, &nic->parent->dev);
	netif_carrier_off(nic->net);
	error = register_netdev(nic->net);
	if (error)
		return error;
	nic->hwmon = hwmon_device_register_with_info(&nic->parent->dev, "mlx5", nic, &hwmon_description, NULL);
	return PTR_ERR_OR_ZERO(nic->hwmon);
}

int optwd_nic_add(void *owner, char **words)
{
	static const struct {
		const char *name;
		void (*setup)(struct net_device *net);
	} kinds[] = { { "ethernet", ethernet_setup }, { "legacy", legacy_setup }, { "infiniband", infiniband_setup } };
	unsigned int cage;
	struct nic *nic;
	int i, error = -EINVAL;

	if (kstrtouint(words[2], 0, &cage) || !optwd_cage(cage) || !dev_valid_name(words[0]))
		return -EINVAL;
	nic = kzalloc(sizeof(*nic), GFP_KERNEL);
	if (!nic)
		return -ENOMEM;
	nic->cage = optwd_cage(cage);
	nic->millidegrees = 41000;
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(words[1], kinds[i].name))
			error = create(nic, words[0], kinds[i].setup);
	if (error)
		destroy(nic);
	else
		list_add_tail(&nic->list, &nics);
	return error;
}

int optwd_nic_remove(void *owner, char **words)
{
	struct nic *nic = find(words[0]);

	if (!nic)
		return -ENODEV;
	list_del(&nic->list);
	destroy(nic);
	return 0;
}

static void set_carrier(struct nic *nic, bool on)
{
	rtnl_lock();
	if (on)
		netif_carrier_on(nic->net);
	else
		netif_carrier_off(nic->net);
	rtnl_unlock();
}

int optwd_nic_set(void *owner, char **words)
{
	struct nic *nic = find(words[0]);
	int number;

	if (!nic)
		return -ENODEV;
	if (kstrtoint(words[2], 0, &number))
		return -EINVAL;
	if (!strcmp(words[1], "carrier"))
		set_carrier(nic, number);
	else if (!strcmp(words[1], "longest"))
		WRITE_ONCE(nic->longest, number);
	else if (!strcmp(words[1], "busy"))
		WRITE_ONCE(nic->busy, number);
	else if (!strcmp(words[1], "ext_state"))
		WRITE_ONCE(nic->ext_state, number);
	else if (!strcmp(words[1], "millidegrees"))
		WRITE_ONCE(nic->millidegrees, number);
	else
		return -EINVAL;
	return 0;
}

void optwd_nics_stop(void)
{
	struct nic *nic, *next;

	list_for_each_entry_safe(nic, next, &nics, list) {
		list_del(&nic->list);
		destroy(nic);
	}
}
