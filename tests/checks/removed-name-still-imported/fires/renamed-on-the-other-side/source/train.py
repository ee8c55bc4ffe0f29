from pkg.groups import hybrid_group
print(hybrid_group(2))
