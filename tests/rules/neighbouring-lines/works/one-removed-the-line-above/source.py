check_all()
run_all()
