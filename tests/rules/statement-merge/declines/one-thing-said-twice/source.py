def run(env):
    begin(env)
    env.prepend("PATH", handled(env))
