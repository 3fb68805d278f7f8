import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { type KeyFile, saveKey } from './machine-key.ts'
import { OnceDialog } from './OnceDialog.tsx'
import { signingPhrases } from './phrases.ts'

/** Shows a program's key once, so that the user can save it. */
export function KeyDialog({ made, onClose }: { made: KeyFile | null; onClose: () => void }) {
  const t = usePhrases(signingPhrases)
  const format = useFormat()
  return (
    <OnceDialog title={made && t('machine.key.title', { name: made.name })} onClose={onClose}>
      {made && (
        <>
          <p>{t('machine.key.help', { name: made.name, time: format.dateTime(made.endTime) })}</p>
          <div>
            <Button type="primary" onClick={() => saveKey(made)}>
              {t('machine.key.save')}
            </Button>
          </div>
        </>
      )}
    </OnceDialog>
  )
}
