import type { ColumnMapping } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'

/** More of them are folded away. */
const MOST_OPEN = 3

/** Which own columns are used under the task's names. */
export function MappingNote({ mapping }: { mapping: ColumnMapping[] }) {
  const t = usePhrases(taskPhrases)
  if (mapping.length === 0) return null
  return (
    <details className="t-soft task-mapping" open={mapping.length <= MOST_OPEN}>
      <summary>{t('mapping.title', { count: mapping.length })}</summary>
      <ul>
        {mapping.map(({ column, from, conversion }) => (
          <li key={column}>
            {from !== column
              ? t('mapping.renamed', { from, column })
              : // A column that keeps name and type is in the mapping for its renamed values, which stay at the edge.
                t(conversion === 'none' ? 'mapping.values' : 'mapping.same', { column })}
            {conversion !== 'none' && ` (${t(`conversion.${conversion}`)})`}
          </li>
        ))}
      </ul>
    </details>
  )
}
