/**
 * Copies a text. Throws if the browser refuses. Over plain http there is no `navigator.clipboard`, so the text is
 * selected in a temporary field. The field is placed next to the button, because an open dialog would otherwise take
 * its focus.
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
