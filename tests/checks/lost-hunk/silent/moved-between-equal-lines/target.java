class CacheTest {

	@Test
	void keepsWhatIsSmall() {
		check(cache.put("a"));
	}

	@Test
	void namesItself() {
		check(cache.toString());
	}
}
