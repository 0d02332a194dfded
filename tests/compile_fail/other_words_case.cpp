// expect: words that only the source repeats
static_assert(sizeof(char) == 2, "a char is one byte");  // words that only the source repeats
