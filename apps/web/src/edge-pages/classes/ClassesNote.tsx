import type { HeldDataset } from '@tessera/contract'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { type LabelClass, takingPart } from './classes.ts'
import { classesPhrases } from './phrases.ts'

interface Props {
  classes: LabelClass[]
  taking: LabelClass[]
  /** The dataset that is offered now. */
  dataset: Pick<HeldDataset, 'contentType' | 'rowCount'>
  /** Whether a row can have several classes, so that the rows of the classes cannot be added up. */
  hasMany: boolean
  isChanged: boolean
  isSigned: boolean
}

/** Describes the effect of the selection: which rows take part, and that a signed ticket becomes void. */
export function ClassesNote({ classes, taking, dataset, hasMany, isChanged, isSigned }: Props) {
  const t = usePhrases(classesPhrases)
  const words = useRowsWords(dataset.contentType)
  const isNarrowed = taking.length < classes.length
  if (!isNarrowed && !isChanged) return null
  const total = takingPart(classes).length < classes.length ? rowsOf(classes) : dataset.rowCount
  const text = () => {
    if (!isNarrowed) return t('classes.widened')
    if (hasMany) return t('classes.narrowed.many')
    return t('classes.narrowed', { chosen: formatNumber(rowsOf(taking)), rows: words.count(total) })
  }
  return (
    <p role="status" className="t-num">
      {text()}
      {isChanged && isSigned && ` ${t('classes.resign')}`}
    </p>
  )
}

const rowsOf = (classes: LabelClass[]) => classes.reduce((sum, { count }) => sum + count, 0)
