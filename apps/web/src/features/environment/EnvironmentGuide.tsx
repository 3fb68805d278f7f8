import { NodeCondition, SoftwarePart } from '@tessera/contract'
import { useEffect } from 'react'
import { type PartName, usePartNames } from '../../lib/environment.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { PageHeader, Panel } from '../../ui/index.ts'
import { GuideSteps } from './GuideSteps.tsx'
import { environmentPhrases } from './phrases.ts'

const NEEDS = ['guide.need.machine', 'guide.need.programs', 'guide.need.in', 'guide.need.out'] as const
const FOR_A_TASK = ['guide.task.data', 'guide.task.ticket', 'guide.task.code'] as const

/** What a party needs for training, and how to repair each part that fails. */
export function EnvironmentGuide() {
  const t = usePhrases(environmentPhrases)
  // Scrolls to the anchor, because the browser looked for it before the page was loaded.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <>
      <PageHeader
        title={t('guide.title')}
        breadcrumb={[{ title: t('title'), to: paths.environment() }]}
        description={t('guide.intro')}
      />
      <div className="t-stack">
        <div className="t-columns">
          <Panel title={t('guide.need')}>
            <Points keys={NEEDS} />
          </Panel>
          <Panel title={t('guide.steps')}>
            <GuideSteps />
          </Panel>
        </div>
        <div>
          <Panel title={t('guide.task')}>
            <Points keys={FOR_A_TASK} />
          </Panel>
          <Panel title={t('guide.software')}>
            <Parts parts={SoftwarePart.options} />
          </Panel>
          <Panel title={t('guide.hardware')}>
            <Parts parts={NodeCondition.options} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function Points({ keys }: { keys: readonly (typeof NEEDS | typeof FOR_A_TASK)[number][] }) {
  const t = usePhrases(environmentPhrases)
  return (
    <ul className="t-steps">
      {keys.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
    </ul>
  )
}

function Parts({ parts }: { parts: readonly PartName[] }) {
  const t = usePhrases(environmentPhrases)
  const namesOf = usePartNames()
  return (
    <ul className="t-checklist">
      {parts.map((part) => (
        <li key={part} id={part}>
          <div>
            <h3>{namesOf([part])}</h3>
            <p className="t-soft">{t(`${part}Help`)}</p>
            <p>{t(`${part}Do`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
