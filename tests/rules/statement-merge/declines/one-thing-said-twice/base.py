def run(env):
    begin(env)
