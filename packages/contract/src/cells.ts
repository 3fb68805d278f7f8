/** The cells of one row of a delimited text: in quotation marks the delimiter is none, and two marks stand for one. */
export function splitCells(row: string, delimiter: string): string[] {
  if (!row.includes('"')) return row.split(delimiter)
  const cells = ['']
  let quoted = false
  for (let at = 0; at < row.length; at += 1) {
    const character = row[at] as string
    if (character === '"' && quoted && row[at + 1] === '"') {
      cells[cells.length - 1] += '"'
      at += 1
    } else if (character === '"') quoted = !quoted
    else if (character === delimiter && !quoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells
}
