import { usePhrases } from '../../lib/i18n.ts'
import { CopyButton } from '../../ui/index.ts'
import { OnceDialog } from './OnceDialog.tsx'
import { signingPhrases } from './phrases.ts'

/** Shows the one-time code that the user must give to another member. */
export function CodeDialog({ made, onClose }: { made: { name: string; code: string } | null; onClose: () => void }) {
  const t = usePhrases(signingPhrases)
  return (
    <OnceDialog title={made && t('add.code.title', { name: made.name })} onClose={onClose}>
      {made && (
        <>
          <div className="t-row">
            <code className="t-mono signing-code">{made.code}</code>
            <CopyButton text={made.code} />
          </div>
          <p>{t('add.code.help')}</p>
        </>
      )}
    </OnceDialog>
  )
}
