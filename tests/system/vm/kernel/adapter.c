// SPDX-License-Identifier: GPL-2.0
/*
 * I2C adapters of several abilities, with PCA9548 switches that the stock driver drives. Part of opticward's own test
 * hardware, see optwd.h.
 *
 *   adapter NAME KIND FIRST_CAGE SWITCHES
 *
 * With SWITCHES = 0 the module of FIRST_CAGE is on the adapter itself. Else there are so many switches, at 0x70 and
 * after, and behind channel C of switch S is the module of cage FIRST_CAGE + 8 * S + C.
 *
 * An adapter that is removed answers -ENODEV from then on; it goes when the last file that has it open is closed.
 */
#include <linux/errno.h>
#include <linux/i2c.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "optwd.h"

#define SWITCH_ADDRESS	0x70
#define SWITCHES	8
#define CHANNELS	8

struct kind;

struct adapter {
	struct i2c_adapter i2c;
	struct list_head list;
	struct work_struct removal;
	const struct kind *kind;
	unsigned int first_cage;
	unsigned int switches;
	u8 channels[SWITCHES];	/* a bit for each one that is on */
	bool gone;
};

struct kind {
	const char *name;
	u32 functions;
	bool raw;
	const struct i2c_adapter_quirks *quirks;
};

static LIST_HEAD(adapters);
static struct workqueue_struct *removals;

/* The one module that the switches lead to. Two channels at once would mix the bytes of two modules: nobody answers. */
static struct optwd_cage *reached_cage(const struct adapter *adapter)
{
	struct optwd_cage *found = NULL;
	unsigned int i;

	if (!adapter->switches)
		return optwd_cage(adapter->first_cage);
	for (i = 0; i < adapter->switches * CHANNELS; i++) {
		if (!(adapter->channels[i / CHANNELS] & BIT(i % CHANNELS)))
			continue;
		if (found)
			return NULL;
		found = optwd_cage(adapter->first_cage + i);
	}
	return found;
}

static bool is_switch(const struct adapter *adapter, u16 address)
{
	return address >= SWITCH_ADDRESS && address < SWITCH_ADDRESS + adapter->switches;
}

static void switch_message(struct adapter *adapter, const struct i2c_msg *message)
{
	u8 *channels = &adapter->channels[message->addr - SWITCH_ADDRESS];

	if (message->flags & I2C_M_RD)
		memset(message->buf, *channels, message->len);
	else if (message->len)
		*channels = message->buf[message->len - 1];
}

/* The second device of a module that has one: bytes that no memory of the first holds in that order. */
static void second_device_message(const struct i2c_msg *message)
{
	unsigned int i;

	if (message->flags & I2C_M_RD)
		for (i = 0; i < message->len; i++)
			message->buf[i] = 0xa5 ^ i;
}

/* 0, 1 when the transfer ends here although nothing is wrong, or -errno. */
static int module_message(struct adapter *adapter, const struct i2c_msg *message, bool first)
{
	struct optwd_cage *cage = reached_cage(adapter);
	int result = 0;

	if (!cage || (message->addr != OPTWD_ADDRESS && message->addr != OPTWD_ADDRESS + 1))
		return -ENXIO;
	mutex_lock(&cage->lock);
	if (message->addr != OPTWD_ADDRESS && !cage->second) {
		result = -ENXIO;
	} else if (first) {
		result = optwd_cage_begin(cage);
	}
	if (result >= 0 && message->addr != OPTWD_ADDRESS)
		second_device_message(message);
	else if (result >= 0 && message->flags & I2C_M_RD)
		optwd_cage_read(cage, message->buf, message->len);
	else if (result >= 0)
		optwd_cage_write(cage, message->buf, message->len);
	mutex_unlock(&cage->lock);
	return result;
}

/* The number of messages done, or -errno. */
static int transfer(struct adapter *adapter, struct i2c_msg *messages, int count)
{
	bool begun = false, is_short = false;
	int i, result;

	if (READ_ONCE(adapter->gone))
		return -ENODEV;
	for (i = 0; i < count; i++) {
		if (is_switch(adapter, messages[i].addr)) {
			switch_message(adapter, &messages[i]);
			continue;
		}
		result = module_message(adapter, &messages[i], !begun);
		if (result < 0)
			return result;
		is_short |= result > 0;
		begun = true;
	}
	return is_short ? count - 1 : count;
}

static int raw_transfer(struct i2c_adapter *i2c, struct i2c_msg *messages, int count)
{
	return transfer(i2c_get_adapdata(i2c), messages, count);
}

/* What an SMBus transaction carries after the command byte, 0 for nothing, or -errno. */
static int payload(u32 functions, int protocol, bool is_read, union i2c_smbus_data *data, u8 **bytes)
{
	u32 needed;
	int count;

	switch (protocol) {
	case I2C_SMBUS_QUICK:
		return 0;
	case I2C_SMBUS_BYTE:
		*bytes = &data->byte;
		return is_read ? 1 : 0;
	case I2C_SMBUS_BYTE_DATA:
		*bytes = &data->byte;
		return 1;
	case I2C_SMBUS_WORD_DATA:
		needed = I2C_FUNC_SMBUS_WORD_DATA;
		*bytes = (u8 *)&data->word;	/* the low byte travels first, as x86 stores it */
		count = 2;
		break;
	case I2C_SMBUS_I2C_BLOCK_DATA:
		needed = I2C_FUNC_SMBUS_I2C_BLOCK;
		*bytes = &data->block[1];
		count = data->block[0];
		break;
	default:
		return -EOPNOTSUPP;
	}
	if ((functions & needed) != needed)
		return -EOPNOTSUPP;
	return count > I2C_SMBUS_BLOCK_MAX ? -EINVAL : count;
}

static int smbus_transfer(struct i2c_adapter *i2c, u16 address, unsigned short flags, char direction, u8 command,
			  int protocol, union i2c_smbus_data *data)
{
	struct adapter *adapter = i2c_get_adapdata(i2c);
	bool is_read = direction == I2C_SMBUS_READ;
	u8 out[1 + I2C_SMBUS_BLOCK_MAX] = { command }, in[I2C_SMBUS_BLOCK_MAX] = { 0 };
	struct i2c_msg messages[2] = { { .addr = address, .len = protocol == I2C_SMBUS_QUICK ? 0 : 1, .buf = out },
				       { .addr = address, .flags = I2C_M_RD, .buf = in } };
	struct i2c_msg *begin = messages;
	int wanted = 1, done, count;
	u8 *bytes = NULL;

	count = payload(adapter->kind->functions, protocol, is_read, data, &bytes);
	if (count < 0)
		return count;
	if (is_read && count) {
		messages[1].len = count;
		if (protocol == I2C_SMBUS_BYTE)
			begin = &messages[1];
		else
			wanted = 2;
	} else if (count) {
		memcpy(out + 1, bytes, count);
		messages[0].len += count;
	}
	done = transfer(adapter, begin, wanted);
	if (done < 0)
		return done;
	if (done < wanted && protocol != I2C_SMBUS_I2C_BLOCK_DATA)
		return -EIO;
	if (is_read && count)
		memcpy(bytes, in, count);
	if (done < wanted && is_read)
		data->block[0] = count / 2;
	return 0;
}

static u32 functions(struct i2c_adapter *i2c)
{
	return ((struct adapter *)i2c_get_adapdata(i2c))->kind->functions;
}

static const struct i2c_algorithm raw_algorithm = {
	.master_xfer = raw_transfer,
	.functionality = functions,
};

static const struct i2c_algorithm smbus_algorithm = {
	.smbus_xfer = smbus_transfer,
	.functionality = functions,
};

#define RAW	(I2C_FUNC_I2C | (I2C_FUNC_SMBUS_EMUL & ~I2C_FUNC_SMBUS_PEC))
#define BYTES	(I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE | I2C_FUNC_SMBUS_BYTE_DATA)
#define WORDS	(BYTES | I2C_FUNC_SMBUS_WORD_DATA)

static const struct i2c_adapter_quirks read_32 = { .max_read_len = 32 };
static const struct i2c_adapter_quirks write_then_read = { .flags = I2C_AQ_COMB_WRITE_THEN_READ };

static const struct kind kinds[] = {
	{ "combined", RAW, true },
	{ "combined_32", RAW, true, &read_32 },			/* longer reads are refused */
	{ "write_then_read", RAW, true, &write_then_read },	/* and nothing longer than that */
	{ "smbus_block", WORDS | I2C_FUNC_SMBUS_I2C_BLOCK },
	{ "smbus_word", WORDS },
	{ "smbus_byte", BYTES },
};

static struct adapter *find(const char *name)
{
	struct adapter *adapter;

	list_for_each_entry(adapter, &adapters, list)
		if (!strcmp(adapter->i2c.name, name))
			return adapter;
	return NULL;
}

static void remove_now(struct work_struct *work)
{
	struct adapter *adapter = container_of(work, struct adapter, removal);

	i2c_del_adapter(&adapter->i2c);		/* waits for those that have it open */
	kfree(adapter);
}

static int parse(struct adapter *adapter, char **words)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(words[1], kinds[i].name))
			adapter->kind = &kinds[i];
	if (!adapter->kind || kstrtouint(words[2], 0, &adapter->first_cage) ||
	    kstrtouint(words[3], 0, &adapter->switches) || adapter->switches > SWITCHES)
		return -EINVAL;
	i = adapter->switches ? adapter->switches * CHANNELS : 1;
	return adapter->first_cage + i <= OPTWD_CAGES ? 0 : -EINVAL;
}

int optwd_adapter_add(void *owner, char **words)
{
	struct adapter *adapter;
	int error;

	if (find(words[0]))
		return -EEXIST;
	adapter = kzalloc(sizeof(*adapter), GFP_KERNEL);
	if (!adapter)
		return -ENOMEM;
	error = parse(adapter, words);
	if (!error) {
		INIT_WORK(&adapter->removal, remove_now);
		strscpy(adapter->i2c.name, words[0], sizeof(adapter->i2c.name));
		adapter->i2c.owner = THIS_MODULE;
		adapter->i2c.algo = adapter->kind->raw ? &raw_algorithm : &smbus_algorithm;
		adapter->i2c.quirks = adapter->kind->quirks;
		i2c_set_adapdata(&adapter->i2c, adapter);
		error = i2c_add_adapter(&adapter->i2c);
	}
	if (error)
		kfree(adapter);
	else
		list_add_tail(&adapter->list, &adapters);
	return error;
}

static void remove_adapter(struct adapter *adapter)
{
	WRITE_ONCE(adapter->gone, true);
	list_del(&adapter->list);
	queue_work(removals, &adapter->removal);
}

int optwd_adapter_remove(void *owner, char **words)
{
	struct adapter *adapter = find(words[0]);

	if (!adapter)
		return -ENODEV;
	remove_adapter(adapter);
	return 0;
}

int optwd_adapters_start(void)
{
	removals = alloc_workqueue("optwd", WQ_UNBOUND, 0);
	return removals ? 0 : -ENOMEM;
}

void optwd_adapters_stop(void)
{
	struct adapter *adapter, *next;

	list_for_each_entry_safe(adapter, next, &adapters, list)
		remove_adapter(adapter);
	destroy_workqueue(removals);		/* waits for the removals */
}
