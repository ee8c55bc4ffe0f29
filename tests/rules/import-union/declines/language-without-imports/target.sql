select 3;
