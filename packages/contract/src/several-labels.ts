/** A label applies if its probability is above this threshold. */
export const LABEL_THRESHOLD = 0.5

/**
 * Returns the labels that apply, in the model's order. The order of an object's keys cannot be used, because JavaScript
 * lists numeric keys first.
 */
export const labelsSaid = (labels: readonly string[], probabilities: Record<string, number>): string[] =>
  labels.filter((name) => (probabilities[name] ?? 0) > LABEL_THRESHOLD)

/** Returns the labels in a row's cell, which contains a JSON list or a single label. */
export function labelsIn(cell: string): string[] {
  if (!cell.startsWith('[')) return [cell]
  try {
    const read: unknown = JSON.parse(cell)
    return Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : [cell]
  } catch {
    return [cell]
  }
}

/** Returns the labels as a readable text; empty if no label applies. */
export const labelsText = (labels: readonly string[]): string => labels.join(', ')
