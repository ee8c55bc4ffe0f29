class CacheTest {

	@Test
	void keepsWhatIsSmall() {
		check(cache.put("a"));
	}

	@Test
	void dropsWhatIsLarge() {
		check(cache.size() < 10);
	}

	@Test
	void namesItself() {
		check(cache.toString());
	}
}
