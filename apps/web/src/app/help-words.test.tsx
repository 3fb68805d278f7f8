import {
  DraftGrant,
  GetEdgeSession,
  GetSigning,
  ListAlgorithms,
  ListFailingHardware,
  ListFailingSoftware,
  ListGrants,
} from '@tessera/contract/wire'
import { waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { TicketPage } from '../edge-pages/TicketPage.tsx'
import { EnvironmentCheck } from '../features/environment/EnvironmentCheck.tsx'
import { RunScores } from '../features/run/compare/RunScores.tsx'
import { FinishedPanel } from '../features/run/FinishedPanel.tsx'
import { RoundChart } from '../features/run/RoundChart.tsx'
import { mergeRun } from '../features/run/run-state.ts'
import { TrainingPanel } from '../features/run/TrainingPanel.tsx'
import { ReadinessTable } from '../features/task/detail/ReadinessTable.tsx'
import { draft } from '../testing/grant.ts'
import { comparableRun } from '../testing/kept-runs.ts'
import { roundEvent, run } from '../testing/run.ts'
import { session, signing } from '../testing/signing.ts'
import { registration } from '../testing/task.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../testing/world.tsx'
import { BoxTable } from '../ui/scores/BoxTable.tsx'
import { ClassTable } from '../ui/scores/ClassTable.tsx'
import { EntityTable } from '../ui/scores/EntityTable.tsx'
import { TicketsPage } from './pages/TicketsPage.tsx'

const EDGE = /^A party’s own server/
const ACCURACY = /^Accuracy/
const share = { count: 4, of: 5 }
const runs = [1, 2].map((number) => ({ ...comparableRun(number), number }))
const seen = (change: Parameters<typeof run>[0]) => ({
  state: mergeRun(undefined, { run: run(change), events: [] }, 0),
  error: null,
  canWatch: true,
  onRetry: () => {},
})
const ended = { phase: 'completed' as const, metrics: { accuracy: 0.9 } }
const done = { what: 'learning', percent: 100, secondsLeft: 0 } as const
const atWork = run().parties.map((party) => ({ ...party, work: done }))
const chart: Parameters<typeof RoundChart>[0] = {
  events: [roundEvent(1, 1)],
  expected: 3,
  parties: [],
  rowUse: 'rows',
  contentType: 'tabular',
}

/** The pages on which a product term or a score's name first appears, and the explanations expected there. */
const PLACES: [string, ReactNode, RegExp[]][] = [
  ['the environment', <EnvironmentCheck key="e" party={testParty()} setUp={null} note={null} />, [EDGE]],
  ['readiness', <ReadinessTable contentType={null} key="r" registrations={[registration()]} />, [EDGE]],
  ['tickets', <TicketsPage key="t" />, [EDGE]],
  [
    'signing',
    <TicketPage key="s" taskId="t1" partyId="1001" username="alice" />,
    [EDGE, /^A party’s consent/, /^One step that changes the model/, /^The data that a training can take/],
  ],
  [
    'a stage that some parties have completed',
    <TrainingPanel key="a" taskId="t1" taskName="Heart" read={seen({ parties: atWork })} />,
    [/^One message to every party/],
  ],
  [
    'scores on validation rows',
    <FinishedPanel key="f" taskName="Heart" modelId={null} read={seen({ ...ended, scoredBy: 'rows' })} />,
    [/^One fifth of each party’s data/],
  ],
  [
    'scores by leave-one-out',
    <FinishedPanel key="l" taskName="Heart" modelId={null} read={seen({ ...ended, scoredBy: 'leave-one-out' })} />,
    [/^Each row is scored by a fit without that row/],
  ],
  ['scores of runs compared', <RunScores key="c" runs={runs} contentType="tabular" />, [ACCURACY]],
  ['scores round by round', <RoundChart key="h" {...chart} />, [ACCURACY]],
  [
    'scores by class',
    <ClassTable
      key="k"
      of="class"
      rows="rows"
      classes={[{ class: 'ill', sensitivity: share, specificity: share, ppv: share, npv: share } as never]}
    />,
    [/found/, /^Specificity/, /^Positive predictive value/, /^Negative predictive value/],
  ],
  [
    'scores by kind of entity',
    <EntityTable key="n" entities={[{ type: 'WHO', precision: share, recall: share, f1: share } as never]} />,
    [/^Precision/, /^Recall/, /^Harmonic mean/],
  ],
  [
    'scores by class of box',
    <BoxTable
      key="b"
      boxes={[
        { type: 'red', precision: share, recall: share, found: 4, missed: 1, falseAlarms: 1, ap50: null } as never,
      ]}
    />,
    [/^Area under/, /^Precision/, /^Recall/, /were found/, /were not found/, /do not exist\.$/],
  ],
]

test.each(PLACES)(
  'explains the terms at: %s',
  { meta: { spec: 'screens.glossary-tooltips' } },
  async (_place, page, explanations) => {
    logIn()
    fakeServer(
      on(ListFailingSoftware, () => []),
      on(ListFailingHardware, () => []),
      on(ListGrants, () => []),
      on(ListAlgorithms, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })),
      on(DraftGrant, () => draft()),
      on(GetSigning, () => signing()),
      on(GetEdgeSession, session),
    )
    renderPage(page, { language: 'en' })
    const helps = () =>
      [...document.querySelectorAll('.t-explained button')].map(
        (word) => document.getElementById(word.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
      )
    await waitFor(() => {
      for (const help of explanations) expect(helps()).toContainEqual(expect.stringMatching(help))
    })
  },
)
