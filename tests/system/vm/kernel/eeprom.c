// SPDX-License-Identifier: GPL-2.0
/*
 * A kernel driver for modules that shows their memory as one file, laid out as optoe does: lower memory, then page P at
 * 128 + 128 * P. Part of opticward's own test hardware, see optwd.h; written from a description of optoe's files.
 *
 *   echo optwd_eeprom 0x50 > /sys/bus/i2c/devices/i2c-N/new_device
 *   N-0050/eeprom  N-0050/dev_class (1 SFF-8636, 2 SFP, 3 CMIS)  N-0050/port_name
 *
 * A class that is not the module's reads right for 256 bytes and wrong behind them.
 */
#include <linux/errno.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/sysfs.h>
#include <linux/version.h>

#include "optwd.h"

#define PAGE_SELECT	127
#define FLAT_SIZE	256
#define FILE_SIZE	(OPTWD_HALF * (1 + 256))

enum { CLASS_SFF8636 = 1, CLASS_SFP = 2, CLASS_CMIS = 3 };

struct eeprom {
	struct mutex lock;
	int class;
	char port_name[20];
};

static int read_block(struct i2c_client *client, u8 from, u8 *to, unsigned int count)
{
	while (count) {
		u8 part = min_t(unsigned int, count, I2C_SMBUS_BLOCK_MAX);
		int done = i2c_smbus_read_i2c_block_data_or_emulated(client, from, part, to);

		if (done < 0)
			return done;
		if (!done)
			return -EIO;
		from += done;
		to += done;
		count -= done;
	}
	return 0;
}

/* The class says where a module declares that it has no pages. */
static int has_pages(struct i2c_client *client, int class)
{
	int status = i2c_smbus_read_byte_data(client, 2);

	if (status < 0)
		return status;
	return !(status & (class == CLASS_CMIS ? 0x80 : 0x04));
}

/* Of the second device, which SFP modules have at the next address. */
static int read_second(struct i2c_client *client, loff_t at, u8 *to, unsigned int count)
{
	struct i2c_client second = *client;

	second.addr = client->addr + 1;
	return read_block(&second, at % FLAT_SIZE, to, count);
}

static int read_page(struct i2c_client *client, loff_t at, u8 *to, unsigned int count)
{
	int page = (int)(at / OPTWD_HALF) - 1;
	int error, restored;

	error = i2c_smbus_write_byte_data(client, PAGE_SELECT, page);
	if (!error)
		error = read_block(client, OPTWD_HALF + at % OPTWD_HALF, to, count);
	restored = i2c_smbus_write_byte_data(client, PAGE_SELECT, 0);
	return error ? error : restored;
}

/* Within one half. 0: behind the end. */
static int read_part(struct i2c_client *client, int class, loff_t at, u8 *to, unsigned int count)
{
	int error;

	if (at < FLAT_SIZE) {
		error = read_block(client, at, to, count);
	} else if (class == CLASS_SFP) {
		error = at < 2 * FLAT_SIZE ? read_second(client, at, to, count) : -ENXIO;
	} else {
		error = has_pages(client, class);
		if (error <= 0)
			return error;
		error = read_page(client, at, to, count);
	}
	return error < 0 ? error : count;
}

static ssize_t eeprom_read(struct file *file, struct kobject *object, struct bin_attribute *attribute, char *to,
			   loff_t at, size_t count)
{
	struct i2c_client *client = to_i2c_client(kobj_to_dev(object));
	struct eeprom *eeprom = i2c_get_clientdata(client);
	ssize_t total = 0;
	int done = 1;

	mutex_lock(&eeprom->lock);
	while (count && done > 0) {
		unsigned int part = min_t(size_t, count, OPTWD_HALF - at % OPTWD_HALF);

		done = read_part(client, eeprom->class, at, to, part);
		if (done <= 0)
			break;
		at += done;
		to += done;
		count -= done;
		total += done;
	}
	mutex_unlock(&eeprom->lock);
	return total ? total : done;
}

static BIN_ATTR_RO(eeprom, FILE_SIZE);

static ssize_t dev_class_show(struct device *device, struct device_attribute *attribute, char *text)
{
	struct eeprom *eeprom = dev_get_drvdata(device);

	return sysfs_emit(text, "%d\n", eeprom->class);
}

static ssize_t dev_class_store(struct device *device, struct device_attribute *attribute, const char *text,
			       size_t size)
{
	struct eeprom *eeprom = dev_get_drvdata(device);
	int class;

	if (kstrtoint(text, 0, &class) || class < CLASS_SFF8636 || class > CLASS_CMIS)
		return -EINVAL;
	mutex_lock(&eeprom->lock);
	eeprom->class = class;
	mutex_unlock(&eeprom->lock);
	return size;
}

static DEVICE_ATTR_RW(dev_class);

static ssize_t port_name_show(struct device *device, struct device_attribute *attribute, char *text)
{
	struct eeprom *eeprom = dev_get_drvdata(device);

	return sysfs_emit(text, "%s\n", eeprom->port_name);
}

static ssize_t port_name_store(struct device *device, struct device_attribute *attribute, const char *text,
			       size_t size)
{
	struct eeprom *eeprom = dev_get_drvdata(device);

	mutex_lock(&eeprom->lock);
	strscpy(eeprom->port_name, text, sizeof(eeprom->port_name));
	strim(eeprom->port_name);
	mutex_unlock(&eeprom->lock);
	return size;
}

static DEVICE_ATTR_RW(port_name);

static struct attribute *eeprom_attributes[] = { &dev_attr_dev_class.attr, &dev_attr_port_name.attr, NULL };
static struct bin_attribute *eeprom_files[] = { &bin_attr_eeprom, NULL };
static const struct attribute_group eeprom_group = { .attrs = eeprom_attributes, .bin_attrs = eeprom_files };
static const struct attribute_group *eeprom_groups[] = { &eeprom_group, NULL };

static int eeprom_probe(struct i2c_client *client)
{
	struct eeprom *eeprom = devm_kzalloc(&client->dev, sizeof(*eeprom), GFP_KERNEL);

	if (!eeprom)
		return -ENOMEM;
	mutex_init(&eeprom->lock);
	eeprom->class = CLASS_SFF8636;
	strscpy(eeprom->port_name, "unnamed", sizeof(eeprom->port_name));
	i2c_set_clientdata(client, eeprom);
	return 0;
}

static const struct i2c_device_id eeprom_ids[] = { { "optwd_eeprom", 0 }, {} };

static struct i2c_driver eeprom_driver = {
	.driver = { .name = "optwd_eeprom", .dev_groups = eeprom_groups },
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
	.probe_new = eeprom_probe,
#else
	.probe = eeprom_probe,
#endif
	.id_table = eeprom_ids,
};

int optwd_eeprom_start(void)
{
	return i2c_add_driver(&eeprom_driver);
}

void optwd_eeprom_stop(void)
{
	i2c_del_driver(&eeprom_driver);
}
