import type { Prediction } from '@tessera/contract'
import { formatNumber } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'

/** Returns a prediction as text. Classes are unchanged, even if they are integers; numbers and hazards are rounded. */
export const answerText = ({ kind, result }: Prediction): string =>
  kind === 'number' || kind === 'survival' ? formatNumber(Number(result)) : result

/** Returns a function like `answerText`, with a text for a prediction in which no label applies. */
export function useAnswerText(): (prediction: Prediction) => string {
  const t = usePhrases(phrases)
  return (prediction) => answerText(prediction) || (prediction.kind === 'labels' ? t('result.labels.none') : '')
}
