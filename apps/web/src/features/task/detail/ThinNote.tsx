import { MIN_ROWS_OF_CLASS, type TaskDetail } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { StatusTag } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { type Thinness, thinClasses } from '../thin-classes.ts'

const WHY: Thinness[] = ['few', 'one-party']

/** Lists classes with too little data beside the start button. The note does not prevent the start. */
export function ThinNote({ classRows, contentType }: Pick<TaskDetail, 'classRows' | 'contentType'>) {
  const t = usePhrases(taskPhrases)
  const rows = useRowsWords(contentType)
  if (!classRows) return null
  return WHY.map((why) => {
    const classes = thinClasses(classRows, why)
    if (classes.length === 0) return null
    const names = classes.join(t('list.separator'))
    return (
      <div key={why}>
        <StatusTag
          tone="warning"
          text={t(`ready.thin.${why}`, { classes: names, few: rows.count(MIN_ROWS_OF_CLASS) })}
        />
      </div>
    )
  })
}
