import type { Dataset, TableRow } from '@tessera/contract'
import {
  GetAnalysis,
  GetColumnProfiles,
  GetEdgeSession,
  GetGraphSample,
  GetHeldDataset,
  ListRows,
} from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { enterAs } from '../../lib/own-edge.ts'
import { heart } from '../../testing/dataset.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { DatasetPage } from './DatasetPage.tsx'

/** The content of picture, text and graph datasets as members of their party see it. */

const inSession = on(GetEdgeSession, session)

beforeEach(() => {
  history.replaceState(null, '', '/dataset')
  enterAs('edge-token')
  vi.useRealTimers()
})

const analysis = on(GetAnalysis, () => ({
  classes: [
    {
      column: 'label',
      values: [
        { name: 'normal', count: 30 },
        { name: 'pneumonia', count: 10 },
      ],
    },
  ],
  distributions: [
    {
      of: 'picture-width' as const,
      minimum: 64,
      maximum: 640,
      mean: 320.5,
      quartiles: [200, 300, 400] as [number, number, number],
      bins: [{ label: '64 – 640', count: 40 }],
    },
  ],
}))

/** Returns the picture with this name, in the form that a page of rows has it. */
const previewOf = async (name: string) => {
  const title = await screen.findByText(name, { selector: '.ant-modal-title' })
  return title.closest('.ant-modal') as HTMLElement
}

function openDataset(change: Partial<Dataset>, rowsOf: (pageNo: number) => TableRow[]) {
  const network = fakeServer(
    inSession,
    on(GetHeldDataset, () => heart(change)),
    on(ListRows, ({ pageNo = 1 }) => ({ total: 40, rows: rowsOf(pageNo) })),
    on(GetColumnProfiles, () => []),
    on(GetGraphSample, () => ({
      nodes: [
        { id: 'n1', label: 'drug', degree: 2 },
        { id: 'n2', label: null, degree: 1 },
      ],
      edges: [{ source: 'n1', target: 'n2' }],
      nodeCount: 3400,
      edgeCount: 12000,
      graphCount: 1,
    })),
    analysis,
  )
  return { ...network, ...renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' }) }
}

const scan = (id: number, token = `t${id}`): TableRow => ({
  id,
  name: `scan-${id}.png`,
  path: `d1/${id}.png`,
  path_small: `d1/small/${id}.png`,
  token,
  width: 640,
  height: 480,
  bytes: 2048,
  label: id % 2 ? 'normal' : 'pneumonia',
})
const scans: Partial<Dataset> = {
  contentType: 'vision',
  columns: ['label'],
  columnTypes: { label: 'text' },
  labelColumns: ['label'],
}

test('shows pictures as 100 × 100 thumbnails from the party’s edge, each with token and label', {
  meta: { spec: 'screens.data-detail-pictures' },
}, async () => {
  openDataset(scans, () => [scan(1), scan(2)])
  const picture = await screen.findByAltText('scan-1.png: normal')
  expect(picture.getAttribute('src')).toBe(`${location.origin}/viewpic?path=d1%2Fsmall%2F1.png&token=t1`)
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['100', '100'])

  fireEvent.click(screen.getByText('Table'))
  const row = within((await screen.findByText('scan-2.png', { selector: 'td' })).closest('tr') as HTMLElement)
  expect(row.getByText('pneumonia')).toBeTruthy()
  expect(row.getByText('640 × 480')).toBeTruthy()
})

test('opens a picture in full size, switches by arrow keys, and returns the focus on Escape', {
  meta: { spec: 'screens.dialog-image-preview' },
}, async () => {
  openDataset(scans, () => [scan(1), scan(2)])
  const first = await screen.findByLabelText('scan-1.png: normal')
  first.focus()
  fireEvent.click(first)
  const dialog = within(await previewOf('scan-1.png'))
  expect(dialog.getByAltText('scan-1.png: normal').getAttribute('src')).toContain('path=d1%2F1.png&token=t1')
  expect(dialog.getByText(/1 of 2 on this page/)).toBeTruthy()

  await userEvent.keyboard('{ArrowRight}')
  expect(await previewOf('scan-2.png')).toBeTruthy()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  expect(await previewOf('scan-1.png')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(first)
})

test('requests a new token for a picture whose token has expired, but only once for a broken picture', async () => {
  let reads = 0
  vi.useFakeTimers({ toFake: ['Date'] })
  openDataset(scans, () => {
    reads += 1
    return [scan(1, `token-${reads}`)]
  })
  const picture = await screen.findByAltText('scan-1.png: normal')
  fireEvent.error(picture)
  expect(reads).toBe(1)

  vi.setSystemTime(Date.now() + 301_000)
  fireEvent.click(screen.getByLabelText('scan-1.png: normal'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.error(dialog.getByAltText('scan-1.png: normal'))
  const fresh = await dialog.findByAltText('scan-1.png: normal')
  expect(fresh.getAttribute('src')).toContain('token=token-2')
  fireEvent.error(fresh)
  expect(await dialog.findByText(/could not be loaded/)).toBeTruthy()
  expect(reads).toBe(2)
})

test('filters pictures by their class', async () => {
  const { calls } = openDataset(scans, () => [scan(1)])
  await screen.findByAltText('scan-1.png: normal')
  fireEvent.mouseDown(await screen.findByLabelText('All classes of label'))
  fireEvent.click(await screen.findByText('pneumonia (10)'))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === ListRows.path).at(-1)?.input).toMatchObject({
      filters: [{ column: 'label', test: 'equals', value: 'pneumonia' }],
    }),
  )
})

test('draws boxes with the names of their classes, which can be distinguished without colour', {
  meta: { spec: 'screens.data-detail-pictures' },
}, async () => {
  const boxes = JSON.stringify([
    { class: 'helmet', x: 0.5, y: 0.25, w: 0.2, h: 0.1 },
    { class: 'vest', x: 0.5, y: 0.6, w: 0.4, h: 0.4 },
    { class: 'vest', x: 0.1, y: 0.6, w: 0.1, h: 0.1 },
  ])
  const { label: _label, ...site } = scan(1)
  openDataset({ contentType: 'yolo', columns: ['boxes'], labelColumns: ['boxes'] }, () => [{ ...site, boxes }])
  fireEvent.click(await screen.findByLabelText('scan-1.png: helmet × 1, vest × 2'))
  const dialog = await screen.findByRole('dialog')
  const drawn = [...dialog.querySelectorAll('rect')]
  expect(drawn).toHaveLength(3)
  expect(['x', 'y', 'width', 'height'].map((side) => Number(drawn[0]?.getAttribute(side)))).toEqual([
    0.4, 0.2, 0.2, 0.1,
  ])
  const [helmet, vest, other] = drawn.map((rect) => rect.getAttribute('stroke-dasharray'))
  expect(helmet).not.toBe(vest)
  expect(vest).toBe(other)
  expect(within(dialog).getAllByText('vest')).toHaveLength(2)
})

test('shows texts with their labels, and the rest of a long text on request', async () => {
  const long = 'No fever since Monday. '.repeat(30)
  openDataset({ contentType: 'nlp', columns: ['text', 'label'], labelColumns: ['label'] }, () => [
    { id: 1, text: 'Better today.', label: 'improved' },
    { id: 2, text: long, label: null },
  ])
  const item = (await screen.findByText('Better today.')).closest('li') as HTMLElement
  expect(within(item).getByText('improved')).toBeTruthy()
  fireEvent.click(screen.getByText('Show all'))
  expect(screen.getByText('Show less').getAttribute('aria-expanded')).toBe('true')
})

test('shows several labels of a row separately, and a dash for none', async () => {
  const several: Partial<Dataset> = { columnTypes: { labels: 'labels' }, labelColumns: ['labels'] }
  const { unmount } = openDataset({ ...several, contentType: 'nlp', columns: ['text', 'labels'] }, () => [
    { id: 1, text: 'Coughs.', labels: '["cough","fever"]' },
    { id: 2, text: 'Well.', labels: '[]' },
  ])
  const tagsOf = async (text: string) => {
    const item = (await screen.findByText(text)).closest('li') as HTMLElement
    return [...item.querySelectorAll('.ant-tag')].map((tag) => tag.textContent)
  }
  expect(await tagsOf('Coughs.')).toEqual(['cough', 'fever'])
  expect(await tagsOf('Well.')).toEqual(['—'])
  unmount()
  const { label: _label, ...picture } = scan(1)
  openDataset({ ...several, contentType: 'vision', columns: ['labels'] }, () => [
    { ...picture, labels: '["cough","fever"]' },
  ])
  expect(await screen.findByAltText('scan-1.png: cough, fever')).toBeTruthy()
})

test('marks entities in a text with their types, and lists the types in a legend', {
  meta: { spec: 'screens.data-detail-pictures' },
}, async () => {
  openDataset({ contentType: 'nlp', columns: ['tokens', 'tags'], labelColumns: ['tags'] }, () => [
    {
      id: 1,
      tokens: JSON.stringify(['Mary', 'Smith', 'came', 'to', 'Leeds', '.']),
      tags: JSON.stringify(['B-PER', 'I-PER', 'O', 'O', 'B-LOC', 'O']),
    },
  ])
  const item = (await screen.findByText('Mary Smith')).closest('li') as HTMLElement
  expect(item.textContent).toBe('Mary Smith\u00a0PER came to Leeds\u00a0LOC.')
  expect([...item.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Mary Smith\u00a0PER',
    'Leeds\u00a0LOC',
  ])
  expect(screen.getAllByText('PER')).toHaveLength(2)
})

test('shows the size of a graph, a drawing of it, and its nodes as a table', {
  meta: { spec: 'screens.data-detail-pictures' },
}, async () => {
  openDataset({ contentType: 'graph', columns: ['weight'], labelColumns: [] }, () => [{ id: 'n1', weight: 4.5 }])
  expect(await screen.findByText('3,400 nodes and 12,000 edges.')).toBeTruthy()
  expect(screen.getByText(/a connected part of 2 nodes/)).toBeTruthy()
  const drawing = within(screen.getByLabelText('Drawing of the graph'))
  fireEvent.click(drawing.getByLabelText('Show as table'))
  expect(drawing.getByRole('row', { name: 'n1 drug 2' })).toBeTruthy()
  expect(drawing.getByRole('row', { name: 'n2 — 1' })).toBeTruthy()
  expect(await screen.findByText('4.5')).toBeTruthy()
})

test('shows class frequencies and sizes as charts, and as tables on request', async () => {
  openDataset(scans, () => [scan(1)])
  const classes = within(await screen.findByLabelText('Classes of label', { selector: 'figure' }))
  fireEvent.click(classes.getByLabelText('Show as table'))
  expect(classes.getByRole('row', { name: 'normal 30 75.00%' })).toBeTruthy()
  expect(screen.getByText('64 to 640, median 300, mean 320.5')).toBeTruthy()
  expect(screen.getByLabelText('Width of pictures (pixels)')).toBeTruthy()
})
