import_all()
check_all()
run_all()
