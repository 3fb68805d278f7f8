import type { TableRow } from '@tessera/contract'
import { Checkbox } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'
import type { RowChooserProps } from './RowChooser.tsx'
import { idOf, withRows } from './row-choice.ts'

/** Ticks or unticks the page that is shown. */
export function PageCheckbox({
  rows,
  choice,
  onChange,
}: Pick<RowChooserProps, 'choice' | 'onChange'> & { rows: TableRow[] }) {
  const t = usePhrases(taskPhrases)
  const ids = rows.map(idOf)
  const picked = ids.filter((id) => choice.ids.has(id)).length
  return (
    <Checkbox
      aria-label={t('dataset.rows.page')}
      checked={ids.length > 0 && picked === ids.length}
      indeterminate={picked > 0 && picked < ids.length}
      onChange={(event) => onChange(withRows(choice, ids, event.target.checked))}
    />
  )
}
