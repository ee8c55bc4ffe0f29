function run(job) {
  begin(job);
  wait(job);
  end(job);
}
