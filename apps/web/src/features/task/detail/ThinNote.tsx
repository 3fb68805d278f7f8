import { type ClassRows, FEWEST_ROWS_OF_CLASS } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { type Thinness, thinClasses } from '../thin-classes.ts'

const WHY: Thinness[] = ['few', 'one-party']

/** Beside the button that starts: which classes are thin. It keeps nobody from starting. */
export function ThinNote({ classRows }: { classRows: ClassRows | undefined }) {
  const t = usePhrases(taskPhrases)
  if (!classRows) return null
  return WHY.map((why) => {
    const classes = thinClasses(classRows, why)
    if (classes.length === 0) return null
    const names = classes.join(t('list.separator'))
    return (
      <div key={why}>
        <StatusTag tone="warning" text={t(`ready.thin.${why}`, { classes: names, few: FEWEST_ROWS_OF_CLASS })} />
      </div>
    )
  })
}
