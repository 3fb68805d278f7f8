const MOST_TURNS = 200_000

/** In which line of a text each row begins: kept only where rows and lines part, at a blank line or a break in a value. */
export class RowLines {
  /** A row, and how many lines it is behind its number from there on. */
  readonly #turns: { row: number; behind: number }[] = []
  #isFull = false

  /** Rows count from 1, one after the other. */
  add(row: number, line: number) {
    const behind = line - row
    if (this.#isFull || this.#turns.at(-1)?.behind === behind) return
    if (this.#turns.length === MOST_TURNS) this.#isFull = true
    this.#turns.push({ row, behind })
  }

  /** Undefined where too much was in between to know. */
  lineOf(row: number): number | undefined {
    const at = this.#turns.findLastIndex((turn) => turn.row <= row)
    const turn = this.#turns[at]
    const isLost = this.#isFull && at === this.#turns.length - 1
    return turn && !isLost ? row + turn.behind : undefined
  }
}
