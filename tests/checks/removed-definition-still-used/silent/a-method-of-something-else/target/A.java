class A { void closeAll() {} }
