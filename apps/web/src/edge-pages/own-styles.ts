// The content policy accepts style rules that are created at run time only with its nonce, and parts of Ant Design do
// not set it. Only this edge's own scripts run here, so an element that a script creates is trusted. Text, such as a
// value of a row, is not.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="tessera-nonce"]')?.content
const create = document.createElement.bind(document)
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options)
  if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}) as typeof document.createElement
