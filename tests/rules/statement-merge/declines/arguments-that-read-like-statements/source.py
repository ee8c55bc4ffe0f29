run(
    job,
    early,
)
