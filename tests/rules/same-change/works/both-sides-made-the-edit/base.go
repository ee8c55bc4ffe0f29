package a

const Limit = 3
