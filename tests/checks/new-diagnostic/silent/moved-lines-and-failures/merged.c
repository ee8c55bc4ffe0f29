int c;
int a;
int b;
