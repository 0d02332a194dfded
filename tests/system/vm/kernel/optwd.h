/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hardware for opticward's virtual machine test: cages with transceiver modules, and what leads to them: I2C adapters
 * with PCA9548 switches, an optoe-like kernel driver, presence lines, network devices. A design of its own for this
 * project; it takes no code from the kernel or from other simulators. All of it is made and changed at run time through
 * /sys/kernel/debug/optwd (see README.md beside this folder).
 */
#ifndef OPTWD_H
#define OPTWD_H

#include <linux/debugfs.h>
#include <linux/mutex.h>
#include <linux/types.h>

#define OPTWD_CAGES	64
#define OPTWD_BANKS	4
#define OPTWD_HALF	128	/* bytes of lower memory, and of a page */
#define OPTWD_LATCHES	16
#define OPTWD_ADDRESS	0x50	/* of modules */

struct optwd_counters {
	u32 reads;		/* transfers that read */
	u32 read_bytes;
	u32 selects;		/* writes of byte 127 */
	u32 foreign_writes;	/* written bytes other than 126 and 127 */
	u32 faults;		/* transfers that failed on demand */
	u32 refused;		/* addressed while there was no module */
};

/* Bytes that turn 0 when they are read. */
struct optwd_latch {
	int page;		/* bank * 256 + page, or -1: lower memory */
	u8 first, count;
};

/* A cage and the module in it. A page that was never written to the file `memory` is one that the module lacks. */
struct optwd_cage {
	struct mutex lock;
	bool present;
	bool second;		/* the module answers at 0x51 too */
	u8 lower[OPTWD_HALF];
	u8 *upper[OPTWD_BANKS * 256];
	int selected;		/* bank * 256 + page behind bytes 128..255 */
	u8 pointer;		/* next byte that is read or written */
	struct optwd_latch latches[OPTWD_LATCHES];
	unsigned int latch_count;
	int fault;		/* -errno of the next transfers */
	bool fault_is_short;	/* they end early instead */
	int fault_count;	/* so many of them; below 0: all */
	struct optwd_counters counters;
};

/* cage.c */
int optwd_cages_create(struct dentry *root);
void optwd_cages_destroy(void);
struct optwd_cage *optwd_cage(unsigned int number);	/* NULL: there is none */
/* With the lock held. The first: what a transfer to the module ends with, 0, 1 for "short" or -errno. */
int optwd_cage_begin(struct optwd_cage *cage);
void optwd_cage_write(struct optwd_cage *cage, const u8 *bytes, unsigned int count);
void optwd_cage_read(struct optwd_cage *cage, u8 *bytes, unsigned int count);
/* Past the bus: 128 bytes of bank * 256 + page, of lower memory for -1; NULL where the module has none. */
const u8 *optwd_cage_page(struct optwd_cage *cage, int page);

/* Each takes the words behind the command's name, and gives 0 or -errno. */
struct optwd_command {
	const char *name;
	int words;
	int (*run)(void *owner, char **words);
};
/* Runs the commands of a write to a debugfs file, one a line. */
ssize_t optwd_run_commands(const struct optwd_command *commands, void *owner, const char __user *text, size_t size);

/* adapter.c */
int optwd_adapters_start(void);
void optwd_adapters_stop(void);
int optwd_adapter_add(void *owner, char **words);
int optwd_adapter_remove(void *owner, char **words);

/* eeprom.c */
int optwd_eeprom_start(void);
void optwd_eeprom_stop(void);

/* lines.c */
int optwd_lines_start(void);
void optwd_lines_stop(void);

/* nic.c */
void optwd_nics_stop(void);
int optwd_nic_add(void *owner, char **words);
int optwd_nic_remove(void *owner, char **words);
int optwd_nic_set(void *owner, char **words);

#endif
