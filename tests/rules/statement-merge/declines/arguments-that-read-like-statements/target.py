run(
    job,
    late,
)
