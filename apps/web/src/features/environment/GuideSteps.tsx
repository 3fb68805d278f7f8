import { usePhrases } from '../../lib/i18n.ts'
import { environmentPhrases } from './phrases.ts'

/** The steps for setting up an edge, from an empty machine to the check. */
export function GuideSteps() {
  const t = usePhrases(environmentPhrases)
  return (
    <ol className="t-steps">
      {(['guide1', 'guide2', 'guide3', 'guide4'] as const).map((step) => (
        <li key={step}>{t(step)}</li>
      ))}
    </ol>
  )
}
