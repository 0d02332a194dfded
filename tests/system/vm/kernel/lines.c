// SPDX-License-Identifier: GPL-2.0
/*
 * Presence lines of cages, in the three ways that boards show them. Part of opticward's own test hardware, see optwd.h.
 *
 *   /sys/devices/platform/optwd-lines/module_present_1 .. module_present_32   0 or 1, one file a cage
 *   /sys/devices/platform/optwd-lines/modules_present                         all of them as one hexadecimal word
 *   the GPIO chip "optwd-gpio" with 32 inputs, whose levels the file gpio_levels sets, a hexadecimal word too
 *
 * root writes all of these files. The lines say nothing of the modules by themselves.
 */
#include <linux/device.h>
#include <linux/err.h>
#include <linux/gpio/driver.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/stringify.h>
#include <linux/sysfs.h>

#include "optwd.h"

#define LINES	32

static struct platform_device *board;
static unsigned long present;
static unsigned long levels;

struct word_attribute {
	struct device_attribute attribute;
	unsigned long *word;
};

static ssize_t word_show(struct device *device, struct device_attribute *attribute, char *text)
{
	struct word_attribute *it = container_of(attribute, struct word_attribute, attribute);

	return sysfs_emit(text, "0x%08lx\n", READ_ONCE(*it->word));
}

static ssize_t word_store(struct device *device, struct device_attribute *attribute, const char *text, size_t size)
{
	struct word_attribute *it = container_of(attribute, struct word_attribute, attribute);
	u32 word;

	if (kstrtou32(text, 16, &word))
		return -EINVAL;
	WRITE_ONCE(*it->word, word);
	return size;
}

static struct word_attribute modules_present = { __ATTR(modules_present, 0644, word_show, word_store), &present };
static struct word_attribute gpio_levels = { __ATTR(gpio_levels, 0644, word_show, word_store), &levels };

static struct device_attribute line_attributes[LINES];
static char line_names[LINES][24];
static struct attribute *attributes[LINES + 3];
static const struct attribute_group group = { .attrs = attributes };
static const struct attribute_group *groups[] = { &group, NULL };

static ssize_t line_show(struct device *device, struct device_attribute *attribute, char *text)
{
	return sysfs_emit(text, "%d\n", test_bit(attribute - line_attributes, &present));
}

static ssize_t line_store(struct device *device, struct device_attribute *attribute, const char *text, size_t size)
{
	bool value;

	if (kstrtobool(text, &value))
		return -EINVAL;
	assign_bit(attribute - line_attributes, &present, value);
	return size;
}

static int gpio_get(struct gpio_chip *chip, unsigned int line)
{
	return test_bit(line, &levels);
}

static int gpio_direction(struct gpio_chip *chip, unsigned int line)
{
	return GPIO_LINE_DIRECTION_IN;
}

static int gpio_input(struct gpio_chip *chip, unsigned int line)
{
	return 0;
}

static struct gpio_chip chip = {
	.label = "optwd-gpio",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.get = gpio_get,
	.get_direction = gpio_direction,
	.direction_input = gpio_input,
};

static void fill_attributes(void)
{
	int i;

	for (i = 0; i < LINES; i++) {
		snprintf(line_names[i], sizeof(line_names[i]), "module_present_%d", i + 1);
		sysfs_attr_init(&line_attributes[i].attr);
		line_attributes[i].attr.name = line_names[i];
		line_attributes[i].attr.mode = 0644;
		line_attributes[i].show = line_show;
		line_attributes[i].store = line_store;
		attributes[i] = &line_attributes[i].attr;
	}
	attributes[LINES] = &modules_present.attribute.attr;
	attributes[LINES + 1] = &gpio_levels.attribute.attr;
}

int optwd_lines_start(void)
{
	int error;

	board = platform_device_register_simple("optwd-lines", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(board))
		return PTR_ERR(board);
	fill_attributes();
	error = sysfs_create_groups(&board->dev.kobj, groups);
	if (error)
		goto no_groups;
	chip.parent = &board->dev;
	error = gpiochip_add_data(&chip, NULL);
	if (error)
		goto no_chip;
	return 0;

no_chip:
	sysfs_remove_groups(&board->dev.kobj, groups);
no_groups:
	platform_device_unregister(board);
	return error;
}

void optwd_lines_stop(void)
{
	gpiochip_remove(&chip);
	sysfs_remove_groups(&board->dev.kobj, groups);
	platform_device_unregister(board);
}
