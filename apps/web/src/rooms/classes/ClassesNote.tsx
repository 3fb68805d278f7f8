import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { type LabelClass, takingPart } from './classes.ts'
import { classesPhrases } from './phrases.ts'

interface Props {
  classes: LabelClass[]
  taking: LabelClass[]
  /** Of the rows offered now. */
  rowCount: number
  /** One row can be of several classes, so rows cannot be added up. */
  hasMany: boolean
  isChanged: boolean
  isSigned: boolean
}

/** What the ticks come to: which rows take part, and what that does to a signed ticket. */
export function ClassesNote({ classes, taking, rowCount, hasMany, isChanged, isSigned }: Props) {
  const t = usePhrases(classesPhrases)
  const isNarrowed = taking.length < classes.length
  if (!isNarrowed && !isChanged) return null
  const total = takingPart(classes).length < classes.length ? rowsOf(classes) : rowCount
  const text = () => {
    if (!isNarrowed) return t('classes.widened')
    if (hasMany) return t('classes.narrowed.many')
    return t('classes.narrowed', { rows: formatNumber(rowsOf(taking)), total: formatNumber(total) })
  }
  return (
    <p role="status" className="t-num">
      {text()}
      {isChanged && isSigned && ` ${t('classes.resign')}`}
    </p>
  )
}

const rowsOf = (classes: LabelClass[]) => classes.reduce((sum, { count }) => sum + count, 0)
