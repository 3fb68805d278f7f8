import { Button } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { useGo } from '../lib/navigation.ts'
import { paths } from '../lib/paths.ts'
import { EmptyState } from './EmptyState.tsx'
import { uiPhrases } from './phrases.ts'

/** Tells guests that a feature needs a party. */
export function BindFirst({ title, reason }: { title: string; reason: string }) {
  return <EmptyState title={title} reason={reason} action={<BindButton />} />
}

export function BindButton() {
  const t = usePhrases(uiPhrases)
  const go = useGo()
  return (
    <Button type="primary" onClick={() => go(paths.bind())}>
      {t('bind')}
    </Button>
  )
}
