int c;
int a;
