def run(env):
    begin(env)
    env.prepend("PATH", joined(env))
