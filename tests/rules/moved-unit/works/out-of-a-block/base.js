function run(job) {
  if (job) {
    begin(job);
    wait(job);
    end(job);
  }
}
