/**
 * Copies a text; throws when the browser does not let us. Over plain http there is no `navigator.clipboard`: there the
 * text is selected in a field for a moment. The field stands beside the button, or a dialog would take its focus away.
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
  if (!isCopied) throw new Error('the browser did not copy')
}
