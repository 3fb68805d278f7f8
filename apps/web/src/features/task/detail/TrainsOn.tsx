import { useQuery } from '@tanstack/react-query'
import type { TaskDetail } from '@tessera/contract'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { algorithmsQuery } from '../api.ts'
import { initiatorDatasetQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'

/**
 * Shows before the start the kind of data and, until an algorithm is chosen, the possible kinds of training. Users who
 * cannot see the initiator's data learn the kind of data from the algorithm.
 */
export function TrainsOn({ task }: { task: TaskDetail }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const nameOf = useKindName()
  const { party } = useSession()
  const isOpen = task.status === 'recruiting'
  const { data: algorithms } = useQuery({ ...algorithmsQuery(), enabled: isOpen })
  const { data: dataset } = useQuery({ ...initiatorDatasetQuery(task.id), enabled: isOpen && party !== null })
  if (!isOpen || !algorithms) return null
  const chosen = algorithms.find(({ id }) => id === task.algorithms[0]?.id)
  const kinds = dataset ? [dataset.contentType] : (chosen?.contentTypes ?? [])
  if (kinds.length === 0) {
    const all = [...new Set(algorithms.flatMap(({ contentTypes }) => contentTypes))]
    return <p className="t-soft">{t('trainson.open', { kinds: format.list(all.map(nameOf)) })}</p>
  }
  if (chosen) return <p className="t-soft">{t('trainson.chosen', { kinds: format.list(kinds.map(nameOf)) })}</p>
  const fitting = algorithms.filter(({ contentTypes }) => contentTypes.some((kind) => kinds.includes(kind)))
  const names = fitting.map(({ name }) => name[language])
  return (
    <p className="t-soft">
      {t(names.length > 0 ? 'trainson' : 'trainson.none', {
        kinds: format.list(kinds.map(nameOf)),
        algorithms: format.list(names),
      })}
    </p>
  )
}
