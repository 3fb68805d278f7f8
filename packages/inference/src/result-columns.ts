/**
 * Returns names for the columns of a model's output that do not collide with the columns of the input. Letter case is
 * ignored, as in spreadsheet programs.
 */
export function namesBeside(columns: string[], wanted: string[]): string[] {
  const taken = new Set(columns.map((name) => name.toLowerCase()))
  return wanted.map((name) => {
    const free = candidates(name).find((one) => !taken.has(one.toLowerCase())) as string
    taken.add(free.toLowerCase())
    return free
  })
}

function* candidates(name: string) {
  yield name
  yield `${name} (model)`
  for (let count = 2; ; count++) yield `${name} (model ${count})`
}
