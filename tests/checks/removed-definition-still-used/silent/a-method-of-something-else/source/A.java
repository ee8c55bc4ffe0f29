class A { void stop() {} }
