import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { useIsMutating } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { phrase } from '@tessera/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { Panel } from '../../../ui/index.ts'
import { ticketStatus } from '../detail/panel.ts'
import { taskPhrases } from '../phrases.ts'
import { useChoiceTexts } from '../use-choice-texts.ts'
import { AlgorithmStep } from './AlgorithmStep.tsx'
import { ClassesStep } from './ClassesStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { DatasetStep } from './DatasetStep.tsx'
import { FormatCheck } from './FormatCheck.tsx'
import { MappingNote } from './MappingNote.tsx'
import { NamesStep } from './NamesStep.tsx'
import { PositiveStep } from './PositiveStep.tsx'
import { StartStep } from './StartStep.tsx'
import '../task.css'
import {
  isPlanned,
  nextStep,
  type PrepareStep,
  type PrepareStepKey,
  prepareStepsOf,
  savingStep,
} from './prepare-steps.ts'
import { useClasses } from './use-classes.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  /** Renders the ticket to read and sign. `onDecline` closes the ticket. */
  ticket: (onDecline: () => void) => ReactNode
  /** Closes the panel. Present only if all steps were complete and the user came back to change one. */
  onFinish?: (() => void) | undefined
}

/**
 * The preparation steps: data, columns, algorithm and ticket. The user can change each of them until training starts.
 */
export function PreparePanel({ task, mine, ticket, onFinish }: Props) {
  const t = usePhrases(taskPhrases)
  const classes = useClasses(task, mine)
  const steps = prepareStepsOf(task, mine, classes.status)
  const next = nextStep(steps, classes.status)
  const [opened, setOpened] = useState<PrepareStepKey | 'none' | null>(null)
  // The ticket opens only on request, because the edge then hashes the code. It opens automatically only for the member
  // who has just confirmed names.
  const [opensTicket, setOpensTicket] = useState(false)
  const current = opened ?? (next === 'ticket' && !opensTicket ? 'none' : next)
  /**
   * Whether a step is being saved. When that step closes, the page moves, and a click meant for one step would hit
   * another.
   */
  const isSaving = useIsMutating({ mutationKey: savingStep(task.id) }) > 0
  /** Closes a completed step, unless the user has opened another step meanwhile. */
  const close = (step: PrepareStepKey) => () => setOpened((now) => (now === step ? null : now))
  const isPlanLocked = mine.role === 'initiator' && !task.abilities.edit
  const isLocked: Record<PrepareStepKey, boolean> = {
    dataset: !task.abilities.offerData,
    columns: isPlanLocked,
    classes: !task.abilities.offerData,
    algorithm: isPlanLocked,
    names: !task.abilities.offerData,
    positive: isPlanLocked,
    start: isPlanLocked,
    ticket: false,
  }

  const body: Record<PrepareStepKey, () => ReactNode> = {
    dataset: () => <DatasetStep task={task} mine={mine} onDone={close('dataset')} />,
    columns: () => <ColumnsStep task={task} onDone={close('columns')} />,
    classes: () => <ClassesStep task={task} mine={mine} onDone={close('classes')} />,
    algorithm: () => <AlgorithmStep task={task} onDone={close('algorithm')} />,
    names: () => <NamesStep task={task} mine={mine} onConfirmed={() => setOpensTicket(true)} onDone={close('names')} />,
    positive: () => <PositiveStep task={task} onDone={close('positive')} />,
    start: () => <StartStep task={task} onDone={close('start')} />,
    ticket: () => ticket(() => setOpened('none')),
  }
  return (
    <Panel title={t('prepare.title')} extra={onFinish && <Button onClick={onFinish}>{t('prepare.finish')}</Button>}>
      <ol className="task-prepare">
        {steps.map(({ key, status }, index) => {
          const canOpen = status !== 'blocked' && status !== 'none' && !isLocked[key]
          const isOpen = key === current && canOpen
          return (
            <li key={key} aria-current={isOpen ? 'step' : undefined}>
              <StepMark status={status} number={index + 1} />
              <div className="t-grow">
                <div className="t-row task-prepare-head">
                  <h3>{t(`prepare.${key}`)}</h3>
                  {!isOpen && <Summary step={key} status={status} task={task} mine={mine} classes={classes} />}
                  {!isOpen && canOpen && (
                    <OpenButton step={key} status={status} isWaiting={isSaving} onClick={() => setOpened(key)} />
                  )}
                  {isOpen && (status === 'done' || status === 'optional') && (
                    <Button size="small" onClick={() => setOpened('none')}>
                      {t('close')}
                    </Button>
                  )}
                </div>
                {isOpen && <div className="task-prepare-body">{body[key]()}</div>}
                {key === 'dataset' && !isOpen && mine.role === 'participant' && mine.datasetId && (
                  <>
                    <FormatCheck task={task} datasetId={mine.datasetId} onChooseAgain={() => setOpened('dataset')} />
                    <MappingNote mapping={mine.mapping} />
                  </>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {isPlanLocked && <p className="t-soft">{t('prepare.notAllowed')}</p>}
    </Panel>
  )
}

interface OpenProps {
  step: PrepareStepKey
  status: PrepareStep['status']
  isWaiting: boolean
  onClick: () => void
}

function OpenButton({ step, status, isWaiting, onClick }: OpenProps) {
  const t = usePhrases(taskPhrases)
  const isTodo = status === 'todo'
  if (step === 'ticket') {
    return (
      <Button
        type={isTodo ? 'primary' : 'default'}
        size={isTodo ? 'middle' : 'small'}
        disabled={isWaiting}
        onClick={onClick}
      >
        {t('prepare.ticket.read')}
      </Button>
    )
  }
  const name = t(`prepare.${step}`)
  const isOpener = isTodo || status === 'optional'
  return (
    <Button
      size="small"
      disabled={isWaiting}
      aria-label={t(isOpener ? 'prepare.open.label' : 'prepare.change.label', { step: name })}
      onClick={onClick}
    >
      {t(isOpener ? 'prepare.open' : 'prepare.change')}
    </Button>
  )
}

const WORDS = {
  done: 'prepare.done',
  todo: 'prepare.todo',
  blocked: 'prepare.later',
  optional: 'prepare.optional',
  none: 'prepare.nothing',
} as const

function StepMark({ status, number }: { status: PrepareStep['status']; number: number }) {
  const t = usePhrases(taskPhrases)
  const word = t(WORDS[status])
  return (
    <span className={`task-prepare-mark task-prepare-${status}`} role="img" aria-label={word} title={word}>
      {status === 'done' ? <CheckCircleFilled /> : status === 'blocked' ? <ClockCircleOutlined /> : number}
    </span>
  )
}

interface SummaryProps {
  step: PrepareStepKey
  status: PrepareStep['status']
  task: TaskDetail
  mine: Registration
  classes: ReturnType<typeof useClasses>
}

/** Shows the choice made in a step, or which step must come first. */
function Summary({ step, status, task, mine, classes }: SummaryProps) {
  const t = usePhrases(taskPhrases)
  const [language] = useLanguage()
  const rows = useRowsWords(task.contentType)
  const chosen = useChoiceTexts(task)
  const text = () => {
    if (step === 'dataset') {
      if (status !== 'done') return ''
      return t('prepare.dataset.done', { name: mine.datasetName ?? '', rows: rows.count(mine.rowCount) })
    }
    if (step === 'columns') {
      return chosen.columns ?? (status === 'blocked' ? t('prepare.columns.wait') : '')
    }
    if (step === 'classes') {
      if (classes.status === 'due') return t('prepare.classes.due', { party: task.partyName })
      if (status === 'done') return t('prepare.classes.named', { count: classes.own.length })
      return classes.status === 'optional' ? t('prepare.classes.optional') : ''
    }
    if (step === 'algorithm') {
      return chosen.training ?? ''
    }
    if (step === 'names') return t(status === 'done' ? 'prepare.names.done' : 'prepare.names.wait')
    if (step === 'positive') {
      const name = task.positive?.classes[1] ?? ''
      return status === 'todo' ? t('prepare.positive.todo') : t('prepare.positive.done', { name })
    }
    if (step === 'start') {
      if (status === 'none') return t('prepare.start.never')
      if (status === 'blocked') return t('prepare.start.wait')
      return task.start ? t('prepare.start.done', task.start) : t('start.drawn')
    }
    if (status === 'blocked') {
      if (task.planFault) return phrase(language, task.planFault.code, task.planFault.params)
      if (!mine.datasetId) return t('prepare.ticket.wait.data')
      if (classes.status === 'due') return t('prepare.ticket.wait.classes')
      if (mine.names === 'missing') return t('prepare.ticket.wait.names')
      if (isPlanned(task)) return t('prepare.ticket.wait.joining')
      if (mine.names === 'confirmed') return t('prepare.ticket.wait.others')
      return t(mine.role === 'initiator' ? 'prepare.ticket.wait.own' : 'prepare.ticket.wait.plan')
    }
    const ticket = ticketStatus(mine)
    return ticket === 'none' ? t('prepare.ticket.missing') : t(`prepare.ticket.${ticket}`)
  }
  return <span className="t-soft t-grow">{text()}</span>
}
