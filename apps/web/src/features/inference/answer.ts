import type { Prediction } from '@tessera/contract'
import { formatNumber } from '../../lib/format.ts'

/** Classes as they are, even where they are whole numbers; a predicted number or hazard is rounded for reading. */
export const answerText = ({ kind, result }: Prediction): string =>
  kind === 'number' || kind === 'survival' ? formatNumber(Number(result)) : result
