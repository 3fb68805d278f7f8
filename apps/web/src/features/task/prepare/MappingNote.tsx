import type { ColumnMapping } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'

/** Maximum number of mapped columns that are listed without collapsing. */
const MAX_OPEN = 3

/** Lists the party's own columns that are used under the task's names. */
export function MappingNote({ mapping }: { mapping: ColumnMapping[] }) {
  const t = usePhrases(taskPhrases)
  if (mapping.length === 0) return null
  return (
    <details className="t-soft task-mapping" open={mapping.length <= MAX_OPEN}>
      <summary>{t('mapping.title', { count: mapping.length })}</summary>
      <ul>
        {mapping.map(({ column, from, conversion }) => (
          <li key={column}>
            {from !== column
              ? t('mapping.renamed', { from, column })
              : // Unchanged name and type: only values are renamed, and the values stay at the edge.
                t(conversion === 'none' ? 'mapping.values' : 'mapping.same', { column })}
            {conversion !== 'none' && ` (${t(`conversion.${conversion}`)})`}
          </li>
        ))}
      </ul>
    </details>
  )
}
