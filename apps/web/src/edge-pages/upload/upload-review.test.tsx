import { AppError, type DatasetDraft, type Input, type ReadingNote } from '@tessera/contract'
import { GetAnalysis, GetColumnProfiles, GetEdgeSession, ListRows, ReadUpload } from '@tessera/contract/wire'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { ageProfile, heartDraft } from '../../testing/dataset.ts'
import { FakeUpload, fakeUploads, finishUpload, uploadHeart } from '../../testing/edge-upload.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { UploadPage } from './UploadPage.tsx'
import { forgetUpload } from './uploads.ts'

/** The review of an upload: supported content, remedies for unreadable content, and the report of the edge. */

const inSession = on(GetEdgeSession, session)
const profiles = on(GetColumnProfiles, () => [ageProfile])

beforeEach(() => {
  history.replaceState(null, '', '/upload')
  enterAs('edge-token')
  fakeUploads()
})
afterEach(() => forgetUpload())

test('describes what the archive may contain, with samples from the edge that serves the page', {
  meta: { spec: 'screens.data-pool' },
}, async () => {
  fakeServer()
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  const guide = within(await screen.findByRole('region', { name: 'Supported content of the .zip file' }))
  expect(guide.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    ...['Table', 'Pictures', 'Text', 'Graph', 'Object boxes'],
  ])
  fireEvent.click(guide.getByRole('tab', { name: /Object boxes/ }))
  expect(guide.getByText(/COCO JSON is supported, too/)).toBeTruthy()
  const sample = guide.getByRole('link', { name: 'Download sample' }) as HTMLAnchorElement
  expect([sample.href, sample.download]).toEqual([`${location.origin}/samples/yolo.zip`, 'sample-yolo.zip'])
})

/** Starts an upload. Returns the requests to read the archive again. `answer` receives the number of the request. */
async function uploadReadAgain(answer: (times: number) => DatasetDraft) {
  const readRequests: Input<typeof ReadUpload>[] = []
  fakeServer(
    inSession,
    profiles,
    on(ReadUpload, (input) => {
      readRequests.push(input)
      return answer(readRequests.length)
    }),
  )
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  await uploadHeart()
  return { readRequests }
}

/** Waits until the report of the edge is shown. */
const review = () => screen.findByRole('button', { name: 'Save dataset' })

test('reads the stored archive again in the way that the user chooses, and never sends it again', {
  meta: { spec: 'screens.my-data' },
}, async () => {
  const { readRequests } = await uploadReadAgain((times) => {
    const line = { file: 'heart.csv', line: 17, found: 4, expected: 3, uploadId: 'up-1', remedy: 'skip-rows' }
    if (times === 1) throw new AppError('dataset.csv-width', line)
    return heartDraft
  })
  FakeUpload.last?.refuse('dataset.header-empty', {
    file: 'heart.csv',
    position: 2,
    uploadId: 'up-1',
    remedy: 'rename-columns',
  })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'In the header of “heart.csv”, column 2 has no name.',
  )
  FakeUpload.last = null

  fireEvent.click(screen.getByRole('button', { name: 'Name the columns automatically and read again' }))
  expect(await screen.findByText(/In “heart.csv”, line 17 has 4 values/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Skip unreadable content' }))
  expect(await review()).toBeTruthy()
  expect(readRequests).toEqual([
    { uploadId: 'up-1', options: { skipBadRows: false, renameColumns: true } },
    { uploadId: 'up-1', options: { skipBadRows: true, renameColumns: true } },
  ])
  expect(FakeUpload.last).toBeNull()
})

const aboveHeader = [{ name: 'above-header' as const, value: '2' }]

test('offers to skip a title above the header, without sending the file again', async () => {
  const { readRequests } = await uploadReadAgain(() => ({
    ...heartDraft,
    report: { ...heartDraft.report, notes: aboveHeader },
  }))
  const ways = { remedy: 'header-line', headerLine: 3, otherRemedy: 'rename-columns' }
  FakeUpload.last?.refuse('dataset.header-empty', { position: 2, uploadId: 'up-1', ...ways })
  const buttons = await screen.findAllByRole('button', { name: /and read again|read from there/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'The header is in line 3: read from there',
    'Name the columns automatically and read again',
  ])
  FakeUpload.last = null
  fireEvent.click(buttons[0] as HTMLElement)
  await review()
  expect(
    screen.getByText('Lines above the header (not read)', { selector: 'dt' }).nextElementSibling?.textContent,
  ).toBe('2 lines')
  expect(readRequests).toEqual([
    { uploadId: 'up-1', options: { skipBadRows: false, renameColumns: false, headerLine: 3 } },
  ])
  expect(FakeUpload.last).toBeNull()
})

test('offers only another file if an error has no remedy', async () => {
  fakeServer()
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  await uploadHeart()
  FakeUpload.last?.refuse('dataset.zip-encrypted', {})
  expect((await screen.findByRole('alert')).textContent).toContain('password-protected')
  expect(screen.queryByRole('button', { name: /read again/ })).toBeNull()
  expect(screen.getByText(/Drop a .zip file here/)).toBeTruthy()
})

const odd: DatasetDraft = {
  ...heartDraft,
  columns: ['age', 'column_2'],
  columnTypes: { age: 'integer', column_2: 'text' },
  rowCount: 118,
  report: {
    rowsRead: 120,
    rejected: [
      {
        reason: 'width',
        count: 2,
        examples: [
          { file: 'heart.csv', line: 17 },
          { file: 'heart.csv', line: 40 },
        ],
      },
    ],
    renamed: [{ position: 2, from: '', to: 'column_2' }],
    unread: { count: 12, names: ['protocol.docx', 'codebook.pdf'] },
    notes: [
      { name: 'encoding', value: 'GB18030' },
      { name: 'encoding-doubtful', value: 'GB18030' },
      { name: 'separator', value: ';' },
      { name: 'decimal', value: ',' },
      { name: 'missing', column: 'age', value: 'NA × 12, - × 3' },
      { name: 'not-number', column: 'column_2', value: '<0.1', line: 63, count: 4 },
      { name: 'ids', value: 'repeated' },
    ],
  },
}

const lab: DatasetDraft = {
  ...heartDraft,
  uploadId: 'up-1',
  report: {
    ...heartDraft.report,
    notes: [
      { name: 'encoding', value: 'GB18030' },
      { name: 'encoding-doubtful', value: 'GB18030', ways: ['Big5', 'EUC-KR'] },
      { name: 'no-header', value: '34', count: 2, ways: ['no-header'] },
      {
        name: 'not-number',
        column: 'crp',
        value: '<0.5',
        line: 2,
        count: 12,
        becomes: '0.5',
        ways: ['numbers', 'numbers-only'],
      },
      { name: 'missing-words', column: 'region', value: 'NA × 7', count: 7, ways: ['missing'] },
    ],
  },
}

test('reads a column again in the way that a note about it offers, without sending the file again', async () => {
  const { readRequests } = await uploadReadAgain(() => ({
    ...lab,
    report: {
      ...lab.report,
      notes: [{ name: 'read-as', column: 'crp', value: 'numbers', count: 0 }, ...lab.report.notes.slice(4)],
    },
  }))
  finishUpload(lab)
  await review()
  FakeUpload.last = null
  fireEvent.click(screen.getByRole('button', { name: 'Read as numbers, “<0.5” as 0.5' }))
  expect(await screen.findByText(/^Column crp: read as numbers, as you chose/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Treat as missing' }))
  await review()
  const crp = { column: 'crp', as: 'numbers' }
  expect(readRequests.map(({ options }) => options.columns)).toEqual([
    [crp],
    [crp, { column: 'region', as: 'missing' }],
  ])
  expect(readRequests.map(({ uploadId }) => uploadId)).toEqual(['up-1', 'up-1'])
  expect(FakeUpload.last).toBeNull()
})

test('offers to read the first line as data, and other encodings with the most likely first', async () => {
  const { readRequests } = await uploadReadAgain(() => lab)
  finishUpload(lab)
  await review()
  expect(screen.getByText(/contains values such as “34”/)).toBeTruthy()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Use another encoding' }))
  fireEvent.click(await screen.findByText('Big5', { selector: '.ant-select-item-option-content' }))
  await review()
  fireEvent.click(screen.getByRole('button', { name: 'Read the first line as data' }))
  await review()
  expect(readRequests.map(({ options }) => [options.encoding, options.noHeader])).toEqual([
    ['Big5', undefined],
    ['Big5', true],
  ])
})

test('reports a rejected edge of a graph, and does not count it as a rejected node', async () => {
  fakeServer(inSession, profiles)
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  await uploadHeart()
  const rejected = [{ reason: 'node-unknown' as const, count: 1, examples: [{ file: 'edges.csv', line: 2 }] }]
  finishUpload({ ...heartDraft, report: { ...heartDraft.report, rejected } })
  await review()
  expect(screen.getByText('Rejected', { selector: 'dt' }).nextElementSibling?.textContent).toBe('0')
  expect(screen.getByText('edges.csv, line 2')).toBeTruthy()
})

test('reports how many rows were read, imported and rejected, with reasons and positions', {
  meta: { spec: 'screens.my-data' },
}, async () => {
  fakeServer(inSession, profiles)
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  await uploadHeart()
  finishUpload(odd)
  await review()
  const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
  expect([fact('Rows read'), fact('Imported'), fact('Rejected')]).toEqual(['120', '118', '2'])
  expect([fact('Encoding'), fact('Separator'), fact('Decimal mark')]).toEqual(['GB18030', 'semicolon', 'comma'])
  expect(screen.getByText(/save the file as UTF-8 and upload it again/)).toBeTruthy()
  expect(fact('Row ids')).toBe('numbered from 1, because ids repeat in the file; the original ids are kept as a column')
  const row = screen.getByRole('row', { name: /more or fewer values/ })
  expect(row.textContent).toContain('heart.csv, line 17; heart.csv, line 40')
  expect(screen.getByText('Files not read')).toBeTruthy()
  expect(screen.getByText('protocol.docx; codebook.pdf; and 10 more')).toBeTruthy()
  expect(screen.getByText('Column 2 had no name and is now column_2')).toBeTruthy()
  expect(screen.getByText('Column age, read as missing: NA × 12, - × 3')).toBeTruthy()
  expect(
    screen.getByText(
      /^Column column_2 is read as text because 4 values are not a plain number; the first non-numeric value is “<0.1” in line 63.$/,
    ),
  ).toBeTruthy()
  // The columns of the profile of age: missing, distinct, minimum, first quartile, median, mean, third quartile,
  // maximum.
  const age = await screen.findByRole('row', { name: 'age Whole number 6 41 29 47 55 54.4 61 77' })
  expect(age.querySelector('svg')).not.toBeNull()

  setLanguage('cn')
  expect(await screen.findByText('值的个数与表头不一致')).toBeTruthy()
  expect(screen.getByText(/原 id 保留为普通列/)).toBeTruthy()
  expect(screen.getByText('列 age 中按缺失值读取：NA × 12, - × 3')).toBeTruthy()
})

test.each<[ReadingNote, RegExp]>([
  [
    { name: 'in-utc', column: 'visit', value: '2026-01-31 02:00:00' },
    /^Column visit: times are read in UTC.* 2026-01-31 02:00:00/,
  ],
  [
    { name: 'rounded', column: 'pid', value: 'A2', count: 6 },
    /^Column pid: 6 whole numbers have more than 15 digits.*first: A2/,
  ],
  [
    { name: 'thousands', column: 'a', value: '1,500', line: 2, count: 2, becomes: '1500' },
    /^Column a: 2 numbers have one mark before three digits.*“1,500” is read as 1500/,
  ],
  [
    { name: 'categories-merged', value: 'cat (0, 1)', count: 1 },
    /^cat \(0, 1\); categories with the same name become one class/,
  ],
  [
    { name: 'coco-sizes', value: '1.jpg (200 × 100, 400 × 300)', count: 1 },
    /^1 picture has another aspect ratio.*400 × 300/,
  ],
  [{ name: 'first-pages', value: 'a/1.gif', count: 3 }, /^3 pictures have several pages.*a\/1\.gif/],
  [{ name: 'entities-unchecked', value: '“张” (PER)', count: 4 }, /^4 entities have no text.*“张” \(PER\)/],
])('explains the note %j about the data', async (note, text) => {
  await uploadReadAgain(() => heartDraft)
  finishUpload({ ...heartDraft, report: { ...heartDraft.report, notes: [note] } })
  await review()
  expect(screen.getByText(text)).toBeTruthy()
})

test('shows the first rows of a table before the dataset is saved', async () => {
  const { calls } = fakeServer(
    inSession,
    profiles,
    on(ListRows, () => ({ total: 120, rows: [{ id: 1, age: 63, chol: null, diagnosis: 'M黮ler' }] })),
  )
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  await uploadHeart()
  const more = Array.from({ length: 29 }, (_, at) => `gene ${at}`)
  finishUpload({ ...heartDraft, columns: [...heartDraft.columns, ...more] })
  const rows = within(await screen.findByRole('region', { name: 'First rows' }))
  expect(rows.getAllByRole('columnheader')).toHaveLength(30)
  expect(
    rows
      .getAllByRole('cell')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['63', '—', 'M黮ler'])
  expect(screen.getByText('and 2 more columns')).toBeTruthy()
  const requests = calls.filter(({ path }) => path === ListRows.path)
  expect(requests.map(({ input }) => input)).toEqual([{ tableName: 't_heart', pageNo: 1, pageSize: 5 }])
})

test('without a session, requests no values of an upload, but shows its counts and lets the user name it', {
  meta: { claim: 'row-access.token-reads-upload' },
}, async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  await uploadHeart()
  finishUpload()
  expect(await screen.findByText('Log in to this edge')).toBeTruthy()
  expect(screen.getByLabelText('Name')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'First rows' })).toBeNull()
  expect(calls.map(({ path }) => path).filter((path) => path !== GetEdgeSession.path)).toEqual([])
})

test('shows the first pictures and their classes before the dataset is saved', {
  meta: { spec: 'screens.my-data' },
}, async () => {
  const scans: DatasetDraft = {
    ...heartDraft,
    contentType: 'vision',
    tableName: 't_scans',
    columns: ['label'],
    columnTypes: { label: 'text' },
    labelColumns: ['label'],
  }
  const { calls } = fakeServer(
    inSession,
    on(GetAnalysis, () => ({
      classes: [{ column: 'label', values: [{ name: 'normal', count: 120 }] }],
      distributions: [],
    })),
    on(ListRows, () => ({
      total: 120,
      rows: [{ id: 1, name: 'a.png', path: 'd/a.png', path_small: 'd/small/a.png', token: 't', label: 'normal' }],
    })),
  )
  renderPage(<UploadPage />, { path: '/upload', language: 'en' })
  await uploadHeart()
  finishUpload(scans)
  await review()
  expect(await screen.findByRole('img', { name: 'a.png: normal' })).toBeTruthy()
  expect(await screen.findByRole('figure', { name: 'Classes of label' })).toBeTruthy()
  const requests = calls.filter(({ path }) => path === ListRows.path || path === GetAnalysis.path)
  for (const { input } of requests) expect(input).toMatchObject({ tableName: 't_scans' })
  expect(screen.getByRole('radio', { name: 'My whole party' })).toBeTruthy()
})
