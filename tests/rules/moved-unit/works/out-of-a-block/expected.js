function run(job) {
  begin(job);
  wait(job, 30);
  end(job);
}
