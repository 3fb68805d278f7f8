import { Segmented } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import type { Filter } from './api.ts'
import { notificationPhrases } from './phrases.ts'

export function FilterSwitch({ value, onChange }: { value: Filter; onChange: (filter: Filter) => void }) {
  const t = usePhrases(notificationPhrases)
  return (
    <Segmented
      size="small"
      aria-label={t('which')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'unread', label: t('unread') },
        { value: 'all', label: t('all') },
      ]}
    />
  )
}
