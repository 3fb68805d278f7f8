import { Button } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'

/** The foot of every prediction form: the error and the submit button. */
export function PredictButton({ isPending, error }: { isPending: boolean; error: unknown }) {
  const t = usePhrases(phrases)
  return (
    <>
      <ErrorNote error={error} />
      <Button type="primary" htmlType="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
        {t('form.submit')}
      </Button>
    </>
  )
}
