import type { TaskDetail } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { MAX_SIDE, smallBoxesAt } from '../small-boxes.ts'

/** Warns about classes whose boxes are mostly too small for the network. The warning does not prevent the start. */
export function SmallBoxesNote({ classRows, parameters }: Pick<TaskDetail, 'classRows' | 'parameters'>) {
  const t = usePhrases(taskPhrases)
  const small = smallBoxesAt(parameters, classRows)
  if (!small) return null
  const key = small.side < MAX_SIDE ? 'boxes.small' : 'boxes.small.largest'
  const classes = small.classes.map(({ name, pixels }) => t('boxes.class', { name, pixels }))
  return (
    <div role="status">
      <StatusTag tone="warning" text={t(key, { side: small.side, classes: classes.join(t('list.separator')) })} />
    </div>
  )
}
