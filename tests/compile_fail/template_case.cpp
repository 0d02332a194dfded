// expect: a page is 128 bytes
// The check sits in a function template: the compiler must instantiate it to see that it does not hold.
#include "cmis/memory_map.h"

template <class PageType>
std::size_t last_offset() {
    static_assert(sizeof(PageType) == 2 * opticward::cmis::page_size, "a page is 128 bytes");
    return sizeof(PageType);
}

std::size_t use() {
    return last_offset<opticward::cmis::Page>();
}
