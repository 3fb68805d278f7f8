import type { Prediction } from '@tessera/contract'
import { formatNumber } from '../../lib/format.ts'

/** Classes as they are, even where they are whole numbers; a predicted number is rounded for reading. */
export function answerText({ result, probabilities }: Prediction): string {
  const isClass = Object.keys(probabilities).length > 0
  return isClass ? result : formatNumber(Number(result))
}
