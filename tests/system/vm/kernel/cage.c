// SPDX-License-Identifier: GPL-2.0
/*
 * Cages and the paged memory of the modules in them, as SFF-8636 and CMIS describe it. Part of opticward's own test
 * hardware, see optwd.h.
 *
 * cageNN/memory   the module's memory: lower memory at 0, page P of bank B at 128 * (1 + 256 * B + P)
 * cageNN/control  commands, one a line: insert, remove, clear, reset, second 0|1, latch PAGE FIRST COUNT,
 *                 fault nack|eio|timeout|busy|again|short COUNT
 * cageNN/state    what happened so far
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "optwd.h"

#define BANK_BYTE	126
#define PAGE_BYTE	127
#define FIRST_BANKED	0x10
#define LAST_BANKED	0xaf
#define PAGES		(OPTWD_BANKS * 256)
#define MEMORY_SIZE	(OPTWD_HALF * (1 + PAGES))

static struct optwd_cage *cages;

struct optwd_cage *optwd_cage(unsigned int number)
{
	return number < OPTWD_CAGES ? &cages[number] : NULL;
}

const u8 *optwd_cage_page(struct optwd_cage *cage, int page)
{
	if (page < 0)
		return cage->lower;
	return page < PAGES ? cage->upper[page] : NULL;
}

/* A module that lacks the page shows page 00h, and says so in its select bytes. */
static void select_page(struct optwd_cage *cage)
{
	int page = cage->lower[PAGE_BYTE];

	if (page >= FIRST_BANKED && page <= LAST_BANKED)
		page += 256 * cage->lower[BANK_BYTE];
	if (page >= PAGES || !cage->upper[page]) {
		page = 0;
		cage->lower[BANK_BYTE] = 0;
		cage->lower[PAGE_BYTE] = 0;
	}
	cage->selected = page;
	cage->counters.selects++;
}

/* Neither half runs into the other. */
static void advance(struct optwd_cage *cage)
{
	u8 half = cage->pointer & OPTWD_HALF;

	cage->pointer = half | ((cage->pointer + 1) % OPTWD_HALF);
}

static u8 *byte_at_pointer(struct optwd_cage *cage)
{
	if (cage->pointer < OPTWD_HALF)
		return &cage->lower[cage->pointer];
	if (!cage->upper[cage->selected])
		return NULL;
	return &cage->upper[cage->selected][cage->pointer - OPTWD_HALF];
}

static bool is_latched(const struct optwd_cage *cage)
{
	int page = cage->pointer < OPTWD_HALF ? -1 : cage->selected;
	unsigned int i;

	for (i = 0; i < cage->latch_count; i++) {
		const struct optwd_latch *latch = &cage->latches[i];

		if (latch->page == page && cage->pointer >= latch->first &&
		    cage->pointer < latch->first + latch->count)
			return true;
	}
	return false;
}

int optwd_cage_begin(struct optwd_cage *cage)
{
	if (!cage->present) {
		cage->counters.refused++;
		return -ENXIO;
	}
	if (!cage->fault_count)
		return 0;
	if (cage->fault_count > 0)
		cage->fault_count--;
	cage->counters.faults++;
	return cage->fault_is_short ? 1 : cage->fault;
}

void optwd_cage_write(struct optwd_cage *cage, const u8 *bytes, unsigned int count)
{
	unsigned int i;

	if (!count)
		return;
	cage->pointer = bytes[0];
	for (i = 1; i < count; i++) {
		u8 at = cage->pointer;
		u8 *byte = byte_at_pointer(cage);

		if (byte)
			*byte = bytes[i];
		if (at == PAGE_BYTE)
			select_page(cage);
		else if (at != BANK_BYTE)
			cage->counters.foreign_writes++;
		advance(cage);
	}
}

void optwd_cage_read(struct optwd_cage *cage, u8 *bytes, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		u8 *byte = byte_at_pointer(cage);

		bytes[i] = byte ? *byte : 0;
		if (byte && is_latched(cage))
			*byte = 0;
		advance(cage);
	}
	cage->counters.reads++;
	cage->counters.read_bytes += count;
}

static void power_up(struct optwd_cage *cage)
{
	cage->lower[BANK_BYTE] = 0;
	cage->lower[PAGE_BYTE] = 0;
	cage->selected = 0;
	cage->pointer = 0;
}

static void forget_memory(struct optwd_cage *cage)
{
	int page;

	for (page = 0; page < PAGES; page++) {
		kfree(cage->upper[page]);
		cage->upper[page] = NULL;
	}
	memset(cage->lower, 0, sizeof(cage->lower));
	cage->latch_count = 0;
	power_up(cage);
}

/* ---- memory ---- */

static ssize_t memory_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	struct optwd_cage *cage = file->private_data;
	u8 bytes[OPTWD_HALF] = { 0 };
	const u8 *page;
	size_t first, count;

	if (*at >= MEMORY_SIZE)
		return 0;
	first = *at % OPTWD_HALF;
	count = min_t(size_t, size, OPTWD_HALF - first);
	mutex_lock(&cage->lock);
	page = optwd_cage_page(cage, (int)(*at / OPTWD_HALF) - 1);
	if (page)
		memcpy(bytes, page, OPTWD_HALF);
	mutex_unlock(&cage->lock);
	if (copy_to_user(to, bytes + first, count))
		return -EFAULT;
	*at += count;
	return count;
}

/* At most up to the end of the half: the caller goes on with the rest. */
static ssize_t memory_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	struct optwd_cage *cage = file->private_data;
	u8 bytes[OPTWD_HALF];
	size_t first, count;
	int page, error = 0;

	if (*at >= MEMORY_SIZE)
		return -ENOSPC;
	first = *at % OPTWD_HALF;
	count = min_t(size_t, size, OPTWD_HALF - first);
	if (copy_from_user(bytes, from, count))
		return -EFAULT;
	page = (int)(*at / OPTWD_HALF) - 1;
	mutex_lock(&cage->lock);
	if (page >= 0 && !cage->upper[page]) {
		cage->upper[page] = kzalloc(OPTWD_HALF, GFP_KERNEL);
		error = cage->upper[page] ? 0 : -ENOMEM;
	}
	if (!error)
		memcpy((page < 0 ? cage->lower : cage->upper[page]) + first, bytes, count);
	mutex_unlock(&cage->lock);
	if (error)
		return error;
	*at += count;
	return count;
}

static const struct file_operations memory_file = {
	.open = simple_open,
	.read = memory_read,
	.write = memory_write,
	.llseek = default_llseek,
};

/* ---- control ---- */

static int do_insert(void *owner, char **words)
{
	struct optwd_cage *cage = owner;

	power_up(cage);
	cage->present = true;
	return 0;
}

static int do_remove(void *owner, char **words)
{
	((struct optwd_cage *)owner)->present = false;
	return 0;
}

static int do_clear(void *owner, char **words)
{
	forget_memory(owner);
	return 0;
}

static int do_reset(void *owner, char **words)
{
	struct optwd_cage *cage = owner;

	memset(&cage->counters, 0, sizeof(cage->counters));
	cage->fault_count = 0;
	return 0;
}

static int do_second(void *owner, char **words)
{
	return kstrtobool(words[0], &((struct optwd_cage *)owner)->second);
}

static int do_latch(void *owner, char **words)
{
	struct optwd_cage *cage = owner;
	struct optwd_latch latch;

	if (cage->latch_count >= OPTWD_LATCHES)
		return -ENOSPC;
	if (kstrtoint(words[0], 0, &latch.page) || kstrtou8(words[1], 0, &latch.first) ||
	    kstrtou8(words[2], 0, &latch.count))
		return -EINVAL;
	cage->latches[cage->latch_count++] = latch;
	return 0;
}

static int do_fault(void *owner, char **words)
{
	static const struct {
		const char *name;
		int error;
	} faults[] = {
		{ "nack", -ENXIO }, { "eio", -EIO }, { "timeout", -ETIMEDOUT },
		{ "busy", -EBUSY }, { "again", -EAGAIN }, { "short", 0 },
	};
	struct optwd_cage *cage = owner;
	int count, i;

	if (kstrtoint(words[1], 0, &count))
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		if (strcmp(words[0], faults[i].name))
			continue;
		cage->fault = faults[i].error;
		cage->fault_is_short = !faults[i].error;
		cage->fault_count = count;
		return 0;
	}
	return -EINVAL;
}

static const struct optwd_command cage_commands[] = {
	{ "insert", 0, do_insert }, { "remove", 0, do_remove }, { "clear", 0, do_clear },
	{ "reset", 0, do_reset },   { "second", 1, do_second }, { "latch", 3, do_latch },
	{ "fault", 2, do_fault },   {}
};

static ssize_t control_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	struct optwd_cage *cage = file->private_data;
	ssize_t result;

	mutex_lock(&cage->lock);
	result = optwd_run_commands(cage_commands, cage, from, size);
	mutex_unlock(&cage->lock);
	return result;
}

static const struct file_operations control_file = {
	.open = simple_open,
	.write = control_write,
	.llseek = default_llseek,
};

static ssize_t state_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	struct optwd_cage *cage = file->private_data;
	const struct optwd_counters *c = &cage->counters;
	char text[256];
	int length;

	mutex_lock(&cage->lock);
	length = scnprintf(text, sizeof(text),
			   "present %d\nbank %d\npage %d\nreads %u\nread_bytes %u\nselects %u\nforeign_writes %u\n"
			   "faults %u\nrefused %u\n",
			   cage->present, cage->selected / 256, cage->selected % 256, c->reads, c->read_bytes,
			   c->selects, c->foreign_writes, c->faults, c->refused);
	mutex_unlock(&cage->lock);
	return simple_read_from_buffer(to, size, at, text, length);
}

static const struct file_operations state_file = {
	.open = simple_open,
	.read = state_read,
	.llseek = default_llseek,
};

int optwd_cages_create(struct dentry *root)
{
	unsigned int i;

	cages = kvcalloc(OPTWD_CAGES, sizeof(*cages), GFP_KERNEL);
	if (!cages)
		return -ENOMEM;
	for (i = 0; i < OPTWD_CAGES; i++) {
		struct dentry *folder;
		char name[16];

		mutex_init(&cages[i].lock);
		snprintf(name, sizeof(name), "cage%02u", i);
		folder = debugfs_create_dir(name, root);
		debugfs_create_file("memory", 0600, folder, &cages[i], &memory_file);
		debugfs_create_file("control", 0200, folder, &cages[i], &control_file);
		debugfs_create_file("state", 0400, folder, &cages[i], &state_file);
	}
	return 0;
}

/* After the files of the cages are gone. */
void optwd_cages_destroy(void)
{
	unsigned int i;

	for (i = 0; cages && i < OPTWD_CAGES; i++)
		forget_memory(&cages[i]);
	kvfree(cages);
	cages = NULL;
}
