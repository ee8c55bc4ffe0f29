int check(int sort)
{
	if (kind)
		die("bad element '%s'"
		    "does not start");
	return 1;
}

int final(void)
{
	return 1;
}
