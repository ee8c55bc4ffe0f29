class CacheTest {

	@Test
	void dropsWhatIsLarge() {
		check(cache.size() < 10);
	}

	@Test
	void keepsWhatIsSmall() {
		check(cache.put("a"));
	}

	@Test
	void namesItself() {
		check(cache.toString());
	}
}
