// Adds the content policy's nonce to style elements that scripts create at run time, because the policy accepts no
// others and parts of Ant Design do not set the nonce. These elements are trusted, because only this edge's own scripts
// create elements, and a value of a row is never inserted as HTML.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="tessera-nonce"]')?.content
const create = document.createElement.bind(document)
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options)
  if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}) as typeof document.createElement
