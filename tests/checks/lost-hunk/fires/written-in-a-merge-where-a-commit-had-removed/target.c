static int log_it(void)
{
	char *file;
	int fd;
	return open_it(file, fd);
}
