/** Splits pasted names: one per line, or on a single line with commas, semicolons or tabs. */
export function namesIn(text: string): string[] {
  const lines = text.trim().split(/\r?\n/)
  const names = lines.length > 1 ? lines : (lines[0] ?? '').split(/[,，;；\t]/)
  return names.map((name) => name.trim()).filter((name) => name !== '')
}
