int log_it(void)
{
	char file[100];
	int fd;
	return open_it(file, fd);
}

int other(void);
