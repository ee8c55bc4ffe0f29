import_all()
check_all(strict=True)
run_all()
