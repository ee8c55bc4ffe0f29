const text = `
a b
`
