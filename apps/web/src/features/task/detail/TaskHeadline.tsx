import type { Registration, Run, TaskDetail } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'
import { headlineOf } from './headline.ts'
import '../task.css'

interface Props {
  task: TaskDetail
  registrations: Registration[]
  run: Run | null
  /** Duration of the run so far, which the page keeps counting. */
  elapsedMs: number
  ownPartyId: string | null
}

/** The status line at the top of a task. */
export function TaskHeadline({ task, registrations, run, elapsedMs, ownPartyId }: Props) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const { now, time, next, waitingFor } = headlineOf(task, registrations, run)
  const times = () => {
    if (!time) return null
    if (time.kind === 'since') return t('since', { time: format.ago(time.date) })
    if (time.kind === 'took') return t('took', { time: format.duration(time.ms) })
    return t('for', { time: format.duration(elapsedMs) })
  }
  const listed = (words: string[]) => words.join(t('list.separator'))
  const partyOf = (partyId: string, name: string) => (partyId === ownPartyId ? t('parties.you') : name)
  const nextText = () => {
    if (!next) return ''
    const { key, params, choices = [], who = [] } = next
    const parties = waitingFor.filter(({ partyId }) => who.includes(partyId))
    return t(key as 'next.model', {
      ...params,
      choices: listed(choices.map((choice) => t(`choice.${choice}`))),
      parties: listed(parties.map(({ partyId, name }) => partyOf(partyId, name))),
    })
  }
  const whom = waitingFor.map(({ partyId, name, lacks }) => {
    const party = partyOf(partyId, name)
    if (lacks.length === 0) return party
    return t('waiting.lacks', { party, lacks: listed(lacks.map((lack) => t(`lack.${lack}`))) })
  })
  return (
    <p className="task-headline">
      {/* Only this part is a live region, because otherwise screen readers would announce the clock every second. */}
      <strong role="status">{t(now.key as 'now.queued', now.params)}</strong>
      {time && <span className="t-num">{times()}</span>}
      {next && <span>{t('next', { what: nextText() })}</span>}
      {whom.length > 0 && <span className="task-headline-waiting">{t('waiting', { whom: listed(whom) })}</span>}
    </p>
  )
}
