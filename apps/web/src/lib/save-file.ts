/** Saves content as a file under this name. */
export function saveAs(content: Blob, fileName: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Returns a file name in which a dash replaces all characters that file systems do not allow. */
export const fileNameOf = (name: string) => name.replace(/[\\/:*?"<>|\s]+/g, '-') || 'file'
