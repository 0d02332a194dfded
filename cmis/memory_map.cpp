#include "cmis/memory_map.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

auto position(auto& pages, PageId id) {
    return std::ranges::lower_bound(pages, id, {}, &MemoryMap::Entry::first);
}

}  // namespace

const Page* MemoryMap::find(PageId id) const {
    const auto found = position(pages_, id);
    return found != pages_.end() && found->first == id ? &found->second : nullptr;
}

Page* MemoryMap::find(PageId id) {
    const auto found = position(pages_, id);
    return found != pages_.end() && found->first == id ? &found->second : nullptr;
}

Page& MemoryMap::at(PageId id) {
    auto found = position(pages_, id);
    if (found == pages_.end() || found->first != id) {
        found = pages_.insert(found, Entry{id, Page{}});
    }
    return found->second;
}

void MemoryMap::erase(PageId id) {
    std::erase_if(pages_, [id](const Entry& entry) { return entry.first == id; });
}

std::uint8_t MemoryMap::byte(Location location, std::uint8_t otherwise) const {
    const Page* page = find(location.page);
    return page != nullptr ? (*page)[index_of(location)] : otherwise;
}

}  // namespace opticward::cmis
