const text = `
a  b
`
