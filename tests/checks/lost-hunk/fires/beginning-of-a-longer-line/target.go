package notify

type Alert struct{}

// Notify sends alerts.
type Notify func(name string, alerts ...*Alert)

func First() string {
	return "first"
}

func Last() int {
	return 2
}
