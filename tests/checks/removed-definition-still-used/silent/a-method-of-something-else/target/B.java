class B { void run(Pool pool) { pool.closeAll(); } }
