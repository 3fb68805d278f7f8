import type { TaskDetail } from '@tessera/contract'
import { Alert } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'
import '../task.css'

/** Lists parameters of the task that an update has removed from the algorithm. */
export function DroppedNote({ task: { algorithms, droppedParameters } }: { task: TaskDetail }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const [algorithm] = algorithms
  if (!algorithm || droppedParameters.length === 0) return null
  return (
    <Alert
      className="task-dropped"
      type="info"
      showIcon
      title={t('dropped', {
        parameters: format.list(droppedParameters.map((label) => label[language])),
        count: droppedParameters.length,
        algorithm: algorithm.name[language],
      })}
    />
  )
}
