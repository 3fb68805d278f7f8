import type { Registration, SelectedFeature, TaskDetail } from '@tessera/contract'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { setClassCodes } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { checkCodes, classRulesOf, isGiven } from './class-codes.ts'

interface Props {
  features: SelectedFeature[]
  /** The two classes of a binary label. If the initiator has chosen the positive class, it determines the codes. */
  positive: TaskDetail['positive']
  registrations: Registration[]
  onClose: () => void
  onSaved: () => void
}

/** Assigns each class its code for training before the start. All parties use the same code for a class. */
export function RulesDialog({ features, positive, registrations, onClose, onSaved }: Props) {
  const t = usePhrases(taskPhrases)
  const problemId = useId()
  const [given] = useState<readonly string[]>(() => (positive?.isChosen ? positive.classes : []))
  const [rules] = useState(() => classRulesOf(features, given))
  const isFixed = isGiven(rules, given)
  const [codes, setCodes] = useState(() => rules.map((_, index) => String(index)))
  const [isChecked, setChecked] = useState(false)
  const problem = checkCodes(codes)
  const silent = registrations.filter(({ partyId }) => !features.some((feature) => feature.partyId === partyId))
  const save = useMutation({
    mutationFn: () =>
      setClassCodes(rules.flatMap(({ ids }, index) => ids.map((id) => ({ id, code: Number(codes[index]) })))),
    onSuccess: onSaved,
  })
  const submit = () => {
    setChecked(true)
    if (!problem) save.mutate()
  }
  const isWrong = (index: number) => isChecked && problem !== null && 'at' in problem && problem.at === index

  return (
    <Modal open title={t('rules.title')} width={640} mask={{ closable: false }} onCancel={onClose} footer={null}>
      <form
        className="t-stack"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>{t('rules.explain')}</p>
        {isFixed && <p>{t('rules.fixed', { name: given[1] ?? '' })}</p>}
        <ScrollX className="task-rows">
          <table className="t-table task-wrapping" aria-label={t('rules.title')}>
            <thead>
              <tr>
                <th scope="col">{t('rules.parties')}</th>
                <th scope="col">{t('rules.class')}</th>
                <th scope="col">{t('rules.code')}</th>
              </tr>
            </thead>
            <tbody>
              {rules.map(({ name, parties }, index) => (
                <tr key={name}>
                  <td>{parties.join(t('list.separator'))}</td>
                  <th scope="row">{name}</th>
                  <td>
                    {isFixed ? (
                      given.indexOf(name)
                    ) : (
                      <Input
                        className="task-code-field"
                        inputMode="numeric"
                        autoComplete="off"
                        aria-label={t('rules.code.label', { name })}
                        aria-describedby={problemId}
                        {...(isWrong(index) && { status: 'error' as const, 'aria-invalid': true })}
                        value={codes[index] ?? ''}
                        onChange={(event) => setCodes(codes.with(index, event.target.value))}
                        onBlur={() => setChecked(true)}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollX>
        <p id={problemId} role="alert" className="task-problem">
          {isChecked && problem && t(`rules.problem.${problem.kind}`, { ...problem, name: nameAt(rules, problem) })}
        </p>
        {silent.length > 0 && (
          <p className="t-soft">
            {t('rules.silent', { parties: silent.map(({ partyName }) => partyName).join(t('list.separator')) })}
          </p>
        )}
        <ErrorNote error={save.error} />
        <div className="t-dialog-foot">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('rules.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const nameAt = (rules: { name: string }[], problem: object): string =>
  'at' in problem ? (rules[problem.at as number]?.name ?? '') : ''
