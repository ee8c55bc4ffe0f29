function run(job) {
  if (job) {
    begin(job);
    wait(job, 30);
    end(job);
  }
}
