/** Hands bytes to the browser's downloads under this name. */
export function saveAs(content: Blob, fileName: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** What file systems do not take in a name becomes a dash. */
export const fileNameOf = (name: string) => name.replace(/[\\/:*?"<>|\s]+/g, '-') || 'file'
