int  limit = 5;
