const text = `
a c
`
