import type { Prediction } from '@tessera/contract'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'

/** Classes as they are, even where they are whole numbers; a predicted number or hazard is rounded for reading. */
export const answerText = ({ kind, result }: Prediction): string =>
  kind === 'number' || kind === 'survival' ? formatNumber(Number(result)) : result

/** The same in words where several labels were asked and none applies. */
export function useAnswerText(): (prediction: Prediction) => string {
  const t = usePhrases(phrases)
  return (prediction) => answerText(prediction) || (prediction.kind === 'labels' ? t('result.labels.none') : '')
}
