/**
 * Copies a text, and throws if the browser refuses. Over plain http there is no `navigator.clipboard`, so this selects
 * the text in a temporary field. The field is placed beside the button, because an open dialog would take the focus
 * from a field outside.
 */
export async function copyText(text: string, beside: HTMLElement): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.className = 't-visually-hidden'
  field.setAttribute('aria-hidden', 'true')
  beside.after(field)
  field.focus()
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  beside.focus()
  if (!isCopied) throw new Error('The browser refused to copy')
}
