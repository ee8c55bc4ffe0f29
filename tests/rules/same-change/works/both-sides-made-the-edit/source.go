package a

const Limit = 5
