package notify

type Alert struct{}

// Notify sends alerts.
type Notify func(name string, alerts ...*Alert) error

func First() string {
	return "one"
}

func Last() int {
	return 2
}
