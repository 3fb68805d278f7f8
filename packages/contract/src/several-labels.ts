/** Of several labels those apply whose chance is above it. */
export const LABEL_THRESHOLD = 0.5

/** Of a model's labels those that are said to apply, in its order: an object's keys are not in any, where they are numbers. */
export const labelsSaid = (labels: readonly string[], probabilities: Record<string, number>): string[] =>
  labels.filter((name) => (probabilities[name] ?? 0) > LABEL_THRESHOLD)

/** The labels of a row's cell, which is a JSON list; of a column of one class that one. */
export function labelsIn(cell: string): string[] {
  if (!cell.startsWith('[')) return [cell]
  try {
    const read: unknown = JSON.parse(cell)
    return Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : [cell]
  } catch {
    return [cell]
  }
}

/** As people read them; empty where none applies. */
export const labelsText = (labels: readonly string[]): string => labels.join(', ')
