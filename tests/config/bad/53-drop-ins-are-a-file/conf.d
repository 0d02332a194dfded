[poll]
