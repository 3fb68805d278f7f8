import { type ContentType, MIN_ROWS_OF_CLASS, type Plan } from '@tessera/contract'
import { ListFailingHardware, ListFailingSoftware, ListPoolDatasets } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Ticket } from '../features/grant/Ticket.tsx'
import { ofDraft } from '../features/grant/ticket-text.ts'
import { Contributors } from '../features/model/page/Contributors.tsx'
import { HeadlineMetric } from '../features/model/page/HeadlineMetric.tsx'
import { FinishedPanel } from '../features/run/FinishedPanel.tsx'
import { mergeRun } from '../features/run/run-state.ts'
import { ClassRowsPanel } from '../features/task/detail/ClassRowsPanel.tsx'
import { PartiesPanel } from '../features/task/detail/PartiesPanel.tsx'
import { ReadinessTable } from '../features/task/detail/ReadinessTable.tsx'
import { ThinNote } from '../features/task/detail/ThinNote.tsx'
import { TaskCard } from '../features/task/lists/TaskCard.tsx'
import { draft } from '../testing/grant.ts'
import { KINDS_IN_WORDS, OF_TABLES } from '../testing/kinds.ts'
import { roundEvent, run } from '../testing/run.ts'
import { registration, taskDetail } from '../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../testing/world.tsx'
import { DataPoolPage } from './pages/DataPoolPage.tsx'

type Kind = Exclude<ContentType, 'tabular'>
const names = { column: 'label', classes: ['calm', 'dividing'] }
const PLANS: Record<Kind, Pick<Plan, 'data' | 'target'>> = {
  vision: { data: { kind: 'pictures', column: 'picture' }, target: { kind: 'labels', ...names } },
  yolo: { data: { kind: 'pictures', column: 'picture' }, target: { kind: 'boxes', ...names } },
  nlp: { data: { kind: 'texts', column: 'text' }, target: { kind: 'labels', ...names } },
  graph: {
    data: { kind: 'graph', columns: [{ name: 'age', kind: 'number' }] },
    target: { kind: 'classes', integral: false, ...names },
  },
}

test.each(KINDS_IN_WORDS)(
  'names a task’s items by their kind of data, such as texts, and not as rows (%s, %s)',
  { meta: { spec: 'screens.data-kind-wording' } },
  async (...given) => {
    const [language, contentType, many, count] = given
    logIn()
    fakeServer(
      on(ListFailingSoftware, () => []),
      on(ListFailingHardware, () => []),
    )
    const classes = [{ name: 'calm', rows: MIN_ROWS_OF_CLASS - 5, parties: 2 }]
    const classRows = { classes, parties: 2, missing: 0 }
    const task = taskDetail({ contentType, classRows, rowCount: 36 })
    const registrations = [registration({ datasetId: 'd1', datasetName: 'Cells', rowCount: 24 })]
    const parties = { registrations, contentType, ownPartyId: null, isRecruiting: true, canRemind: false }
    const { container } = renderPage(
      <>
        <TaskCard card={{ ...task, type: 'train', modelId: null }} />
        <PartiesPanel {...parties} inRun={[{ partyId: '1001', rowsUsed: 19 }]} />
        <ReadinessTable registrations={registrations} contentType={contentType} />
        <ThinNote classRows={classRows} contentType={contentType} />
        <ClassRowsPanel task={task} />
      </>,
      { language },
    )
    await expect.poll(() => container.textContent).toContain(count(36))
    expect(container.textContent).toContain(count(24))
    expect(container.textContent).toContain(count(MIN_ROWS_OF_CLASS))
    expect(container.textContent).toContain(many)
    expect(container.textContent).not.toMatch(OF_TABLES[language])
  },
)

test.each(KINDS_IN_WORDS)(
  'describes a ticket’s data in words of its kind, without columns (%s, %s)',
  { meta: { spec: 'screens.data-kind-wording' } },
  async (...given) => {
    const [language, contentType, many, count] = given
    logIn()
    const ticket = ofDraft(
      draft({ plan: { ...draft().plan, ...PLANS[contentType] }, rowCount: 36, leftOut: 7, leaves: [] }),
    )
    const changes = [{ field: 'rows', before: '30', after: '36' }]
    const shown = <Ticket ticket={ticket} partyName="B" changes={changes} stub={null} />
    const { container } = renderPage(shown, { language })
    await expect.poll(() => container.textContent).toContain(count(36))
    expect(container.textContent).toContain(count(7))
    expect(container.textContent).toContain(count(ticket.minimumRows ?? 0))
    expect(container.textContent).toContain(language === 'en' ? `The ${many} themselves` : `${many}本身`)
    expect(container.textContent).not.toMatch(OF_TABLES[language])
    expect(container.textContent).not.toMatch(/\d columns?|\d 列/)
  },
)

test.each(KINDS_IN_WORDS)(
  'names the kind of data on which a model was trained and scored (%s, %s)',
  { meta: { spec: 'screens.data-kind-wording' } },
  async (...given) => {
    const [language, contentType, many, count] = given
    logIn()
    const finished = run({ phase: 'completed', round: 1, metrics: { accuracy: 0.9 } })
    const read = {
      state: mergeRun(undefined, { run: finished, events: [roundEvent(1, 2)] }, 0),
      error: null,
      canWatch: true,
      onRetry: () => {},
    }
    const { container } = renderPage(
      <>
        <FinishedPanel read={read} taskName="Cells" contentType={contentType} modelId="m1" />
        <HeadlineMetric metrics={{ accuracy: 0.9 }} card={null} contentType={contentType} />
        <Contributors contributors={[]} rowCount={64} contentType={contentType} />
      </>,
      { language },
    )
    await expect.poll(() => container.textContent).toContain(count(64))
    expect(container.textContent).toContain(count(100))
    expect(container.textContent).toContain(language === 'en' ? `validation ${many}` : `验证集的${many}`)
    expect(container.textContent).not.toMatch(OF_TABLES[language])
  },
)

test.each(KINDS_IN_WORDS)('names the filters of a pool by the selected kind of data (%s, %s)', async (...given) => {
  const [language, contentType, many, count] = given
  logIn()
  fakeServer(on(ListPoolDatasets, () => ({ records: [], total: 0, size: 16, current: 1, pages: 0 })))
  const path = `/data?kind=${contentType}&rows=100&sort=rows`
  const { container } = renderPage(<DataPoolPage />, { path, language })
  const [least, sorted] = language === 'en' ? ['At least', `Most ${many} first`] : ['至少', `${many}从多到少`]
  expect(await screen.findByTitle(`${least} ${count(100)}`)).toBeTruthy()
  expect(screen.getByTitle(sorted)).toBeTruthy()
  await waitFor(() => expect(container.textContent).toContain(language === 'en' ? 'Clear' : '清除'))
  expect(container.textContent).not.toMatch(OF_TABLES[language])
})
