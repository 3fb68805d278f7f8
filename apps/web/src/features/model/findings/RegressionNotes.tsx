import type { ModelCard, Regression } from '@tessera/contract'
import { Alert } from 'antd'
import { formatSignificant, useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'
import { type Note, notesOf } from './regression.ts'

/** Notes about rows and columns that users need before they read the figures. */
export function RegressionNotes({ regression, card }: { regression: Regression; card: ModelCard }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const say = (note: Note) => {
    switch (note.kind) {
      case 'settling':
        return t('regression.settling', { rounds: note.rounds })
      case 'ridge.needed':
      case 'ridge.set':
        return t(`regression.${note.kind}`, { ridge: String(note.ridge) })
      case 'undetermined':
        return t('regression.undetermined')
      case 'groups':
        return t('regression.groups', { groups: note.groups, columns: note.groups - 1 })
      case 'averaged':
      case 'changed':
        return t(`regression.${note.kind}`, { rows: note.rows })
      case 'spread.wide':
      case 'spread.poisson':
        return t(`regression.${note.kind}`, { pearson: formatSignificant(note.pearson) })
      case 'dispersion':
        return t('regression.dispersion', {
          estimate: formatSignificant(note.estimate),
          low: formatSignificant(note.low),
          high: formatSignificant(note.high),
        })
      case 'dispersion.plain':
        return t('regression.dispersion.plain', { estimate: formatSignificant(note.estimate) })
      case 'dispersion.none':
        return t('regression.dispersion.none')
      default:
        return t(`regression.${note.kind}`, { columns: format.list(note.columns), count: note.columns.length })
    }
  }
  return notesOf(regression, card).map((note) => (
    <Alert key={note.kind} type={QUIET.has(note.kind) ? 'info' : 'warning'} showIcon title={say(note)} />
  ))
}

const QUIET = new Set<Note['kind']>([
  ...(['ridge.set', 'constant', 'averaged', 'changed', 'spread.poisson'] as const),
  ...(['dispersion', 'dispersion.plain', 'dispersion.none'] as const),
])
