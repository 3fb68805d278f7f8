/** Names as people paste them: one a line, or in one line with commas, semicolons or tabs between them. */
export function namesIn(text: string): string[] {
  const lines = text.trim().split(/\r?\n/)
  const names = lines.length > 1 ? lines : (lines[0] ?? '').split(/[,，;；\t]/)
  return names.map((name) => name.trim()).filter((name) => name !== '')
}
