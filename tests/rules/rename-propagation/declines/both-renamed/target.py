def main(job):
    emit(job)
