import { ROUNDS_PARAMETER, type TaskDetail } from '@tessera/contract'
import { markedKindOf } from '../../kinds/label-kind.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { taskPhrases } from './phrases.ts'

/** Returns the choices of a task as short texts. The text of a choice that has not been made is undefined. */
export function useChoiceTexts({ columnSelection, algorithms, parameters, contentType }: TaskDetail) {
  const t = usePhrases(taskPhrases)
  const [language] = useLanguage()
  const algorithm = algorithms[0]
  const name = algorithm?.name[language]
  const rounds = parameters?.[ROUNDS_PARAMETER]
  const columns = columnSelection?.columns.length ?? 0
  const label = columnSelection?.label ?? null
  const columnsText = () => {
    if (label === null) return t('prepare.columns.noLabel', { columns })
    // Picture tasks select no columns, because the pictures themselves are granted.
    if (contentType && markedKindOf(contentType, label) === 'boxes') return t('prepare.columns.boxes')
    return columns === 0 ? t('prepare.columns.pictures', { label }) : t('prepare.columns.done', { columns, label })
  }
  return {
    algorithm: name,
    training: name && (rounds === undefined ? name : t('prepare.algorithm.done', { name, rounds: String(rounds) })),
    columns: columnSelection && columnsText(),
  }
}
