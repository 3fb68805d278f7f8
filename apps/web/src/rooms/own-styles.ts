// Rules that are written while the page runs are heeded if they know its nonce, and parts of Ant Design forget it. Only this
// edge's own scripts run here, so what a script makes is ours; what comes in as text, a value of a row, is not.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="tessera-nonce"]')?.content
const create = document.createElement.bind(document)
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options)
  if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}) as typeof document.createElement
