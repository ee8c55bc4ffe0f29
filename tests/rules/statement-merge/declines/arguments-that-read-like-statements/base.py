run(
    job,
)
