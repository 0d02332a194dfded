// SPDX-License-Identifier: GPL-2.0
/*
 * Start, end and the control file of opticward's own test hardware, see optwd.h.
 *
 * /sys/kernel/debug/optwd/control, one command a line:
 *   adapter NAME KIND FIRST_CAGE SWITCHES    see adapter.c
 *   adapter_remove NAME
 *   nic NAME ethernet|legacy|infiniband CAGE see nic.c
 *   nic_set NAME KEY NUMBER
 *   nic_remove NAME
 */
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "optwd.h"

#define LONGEST_TEXT	4096

static struct dentry *root;
static DEFINE_MUTEX(control_lock);

static int run_line(const struct optwd_command *commands, void *owner, char *line)
{
	int count = 0, error = -EINVAL;
	char **words = argv_split(GFP_KERNEL, line, &count);

	if (!words)
		return -ENOMEM;
	if (!count)
		error = 0;
	for (; count && commands->name; commands++) {
		if (strcmp(words[0], commands->name) || count != 1 + commands->words)
			continue;
		error = commands->run(owner, words + 1);
		break;
	}
	argv_free(words);
	return error;
}

ssize_t optwd_run_commands(const struct optwd_command *commands, void *owner, const char __user *from, size_t size)
{
	char *text, *rest, *line;
	int error = 0;

	if (size > LONGEST_TEXT)
		return -E2BIG;
	text = memdup_user_nul(from, size);
	if (IS_ERR(text))
		return PTR_ERR(text);
	rest = text;
	while (!error && (line = strsep(&rest, "\n")))
		error = run_line(commands, owner, line);
	kfree(text);
	return error ? error : (ssize_t)size;
}

static const struct optwd_command commands[] = {
	{ "adapter", 4, optwd_adapter_add },
	{ "adapter_remove", 1, optwd_adapter_remove },
	{ "nic", 3, optwd_nic_add },
	{ "nic_set", 3, optwd_nic_set },
	{ "nic_remove", 1, optwd_nic_remove },
	{}
};

static ssize_t control_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	ssize_t result;

	mutex_lock(&control_lock);
	result = optwd_run_commands(commands, NULL, from, size);
	mutex_unlock(&control_lock);
	return result;
}

static const struct file_operations control_file = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = control_write,
	.llseek = default_llseek,
};

static int __init optwd_init(void)
{
	int error;

	root = debugfs_create_dir("optwd", NULL);
	error = optwd_cages_create(root);
	if (error)
		goto no_cages;
	error = optwd_adapters_start();
	if (error)
		goto no_adapters;
	error = optwd_eeprom_start();
	if (error)
		goto no_eeprom;
	error = optwd_lines_start();
	if (error)
		goto no_lines;
	debugfs_create_file("control", 0200, root, NULL, &control_file);
	pr_info("optwd: %d cages\n", OPTWD_CAGES);
	return 0;

no_lines:
	optwd_eeprom_stop();
no_eeprom:
	optwd_adapters_stop();
no_adapters:
no_cages:
	debugfs_remove_recursive(root);
	optwd_cages_destroy();
	return error;
}

static void __exit optwd_exit(void)
{
	debugfs_remove_recursive(root);
	optwd_nics_stop();
	optwd_lines_stop();
	optwd_adapters_stop();
	optwd_eeprom_stop();
	optwd_cages_destroy();
}

module_init(optwd_init);
module_exit(optwd_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Transceiver cages for opticward's virtual machine test");
