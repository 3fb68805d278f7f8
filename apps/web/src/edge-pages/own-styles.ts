// Adds the content policy's nonce to style elements that scripts create at run time, because the policy accepts no
// others and parts of Ant Design do not set the nonce. Only this edge's own scripts create elements, so these elements
// are trusted, unlike text such as a value of a row.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="tessera-nonce"]')?.content
const create = document.createElement.bind(document)
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options)
  if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}) as typeof document.createElement
