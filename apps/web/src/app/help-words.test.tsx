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
import { EnvironmentCheck } from '../features/environment/EnvironmentCheck.tsx'
import { draft } from '../features/grant/test-world.ts'
import { RunScores } from '../features/run/compare/RunScores.tsx'
import { keptRun } from '../features/run/compare/test-world.ts'
import { FinishedPanel } from '../features/run/FinishedPanel.tsx'
import { RoundChart } from '../features/run/RoundChart.tsx'
import { mergeRun } from '../features/run/run-state.ts'
import { TrainingPanel } from '../features/run/TrainingPanel.tsx'
import { roundEvent, run } from '../features/run/test-world.ts'
import { session, signing } from '../features/signing/test-world.ts'
import { ReadinessTable } from '../features/task/detail/ReadinessTable.tsx'
import { registration } from '../features/task/test-world.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../lib/testing.tsx'
import { TicketPage } from '../rooms/TicketPage.tsx'
import { BoxTable } from '../ui/scores/BoxTable.tsx'
import { ClassTable } from '../ui/scores/ClassTable.tsx'
import { EntityTable } from '../ui/scores/EntityTable.tsx'
import { TicketsPage } from './pages/TicketsPage.tsx'

const EDGE = /^A party’s own server/
const ACCURACY = /^Accuracy/
const share = { count: 4, of: 5 }
const runs = [1, 2].map((number) => ({ ...keptRun(number), number }))
const seen = (change: Parameters<typeof run>[0]) => ({
  ...{ state: mergeRun(undefined, { run: run(change), events: [] }, 0), error: null, canWatch: true },
  onRetry: () => {},
})
const ended = { phase: 'completed' as const, metrics: { accuracy: 0.9 } }
const done = { what: 'learning', percent: 100, secondsLeft: 0 } as const
const atWork = run().parties.map((party) => ({ ...party, work: done }))
const chart: Parameters<typeof RoundChart>[0] = {
  events: [roundEvent(1, 1)],
  expected: 3,
  parties: [],
  rowUse: 'aside',
  contentType: 'tabular',
}

/** Where a word of ours, or a score's name, is met first. */
const PLACES: [string, ReactNode, RegExp[]][] = [
  ['the environment', <EnvironmentCheck key="e" party={testParty()} setUp={null} note={null} />, [EDGE]],
  ['readiness', <ReadinessTable key="r" registrations={[registration()]} />, [EDGE]],
  ['tickets', <TicketsPage key="t" />, [EDGE]],
  [
    'signing',
    <TicketPage key="s" taskId="t1" partyId="1001" username="alice" />,
    [EDGE, /^A party’s consent/, /^One step that changes the model/, /^What a training may take/],
  ],
  [
    'a stage that some have answered',
    <TrainingPanel key="a" taskId="t1" taskName="Heart" read={seen({ parties: atWork })} />,
    [/^One message to every party/],
  ],
  [
    'scores on rows set aside',
    <FinishedPanel key="f" taskName="Heart" modelId={null} read={seen({ ...ended, scoredBy: 'rows' })} />,
    [/^Of each party’s data a fifth/],
  ],
  [
    'scores by folds',
    <FinishedPanel key="v" taskName="Heart" modelId={null} read={seen({ ...ended, scoredBy: 'folds' })} />,
    [/^Each party’s data is in up to five parts/],
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
    [/^Precision/, /^Recall/, /^F1/],
  ],
  [
    'scores by class of box',
    <BoxTable
      key="b"
      boxes={[
        { type: 'red', precision: share, recall: share, found: 4, missed: 1, falseAlarms: 1, ap50: null } as never,
      ]}
    />,
    [/^Area below/, /^Precision/, /^Recall/, /were found/, /were not found/, /are not\.$/],
  ],
]

test.each(PLACES)('at %s, what a word means is told where it is met', async (_place, page, told) => {
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
    for (const help of told) expect(helps()).toContainEqual(expect.stringMatching(help))
  })
})
