import { AppError, type ColumnMapping, type Dataset, type ErrorCode } from '@tessera/contract'
import {
  GetEdgeToken,
  GetInitiatorDataset,
  ListFormatDifferences,
  ListMyDatasets,
  OfferDataset,
  OfferRows,
} from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ownDataset, registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { PartiesPanel } from '../detail/PartiesPanel.tsx'
import { DatasetStep } from './DatasetStep.tsx'
import type { Comparison } from './mapping.ts'

const comparison: Comparison = {
  initiatorName: 'Cleveland',
  participantName: 'Peking',
  differences: [
    { column: 'age', initiatorType: 'number', participantType: null },
    { column: 'chol', initiatorType: 'number', participantType: 'text' },
    { column: 'pulse', initiatorType: 'integer', participantType: null },
  ],
  proposals: [
    { column: 'age', from: '年龄', conversion: 'none' },
    { column: 'chol', from: 'chol', conversion: 'to-number' },
  ],
  participantColumns: [
    { name: '年龄', type: 'integer' },
    { name: 'chol', type: 'text' },
    { name: 'sex', type: 'integer' },
    { name: '心率', type: 'number' },
    { name: 'visit', type: 'date' },
  ],
}
const task = taskDetail({ columnSelection: { columns: ['age', 'chol', 'pulse'], label: 'sex' } })
const mine = registration({ role: 'participant', partyId: '1002' })

function offered(dataset: Dataset, differences: () => Comparison) {
  return fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(ListMyDatasets, () => ({ records: [dataset], total: 1, size: 10, current: 1, pages: 1 })),
    on(GetInitiatorDataset, () => ownDataset()),
    on(ListFormatDifferences, differences),
    on(OfferRows, () => ({ datasetId: 'child', rowCount: 30 })),
    on(OfferDataset, () => registration({ datasetId: 'child' })),
  )
}

async function offer(language: 'en' | 'cn' = 'en', onDone = () => {}) {
  renderPage(<DatasetStep task={task} mine={mine} onDone={onDone} />, { language })
  fireEvent.click(await screen.findByRole('radio', { name: /Biopsies/ }))
  fireEvent.click(screen.getByText(language === 'en' ? 'Offer these rows' : '提供所选数据'))
}

beforeEach(() => logIn())

test('proposes own columns for those that differ, lets the user choose, and offers the data', {
  meta: { spec: ['screens.format-comparison-dialog', 'states.data-choice-comparison'] },
}, async () => {
  const { calls } = offered(ownDataset(), () => comparison)
  const onDone = vi.fn()
  await offer('en', onDone)

  const dialog = await screen.findByRole('dialog')
  const row = (column: string) => within(dialog).getByText(column, { selector: 'th' }).closest('tr')?.textContent
  expect(row('age')).toBe('agenumbermissing年龄 (integer)')
  expect(row('chol')).toContain('values read as numbers')
  const accept = within(dialog).getByText('Accept and offer').closest('button') as HTMLElement
  expect(accept).toHaveProperty('disabled', true)
  expect(within(dialog).getByText(/No column is assigned to pulse yet/)).toBeTruthy()

  fireEvent.mouseDown(within(dialog).getByLabelText('Your column for pulse'))
  const option = async (text: string) => (await screen.findByText(text)).closest('.ant-select-item-option')
  // Two kinds of columns cannot be chosen: those that match or are already mapped, and dates, which cannot be converted
  // to numbers.
  expect((await option('sex: used for sex'))?.className).toContain('disabled')
  expect((await option('年龄: used for age'))?.className).toContain('disabled')
  expect(screen.queryByText(/^visit/)).toBeNull()
  fireEvent.click((await option('心率 (number)')) as Element)
  fireEvent.click(accept)
  fireEvent.click(await screen.findByText('Offer all rows'))

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  const sent = calls.find(({ path }) => path === OfferRows.path)?.input as { mapping: ColumnMapping[] }
  expect(sent.mapping).toEqual([
    { column: 'age', from: '年龄', conversion: 'none' },
    { column: 'chol', from: 'chol', conversion: 'to-number' },
    { column: 'pulse', from: '心率', conversion: 'none' },
  ])
})

test('shows differing pictures in place, and the table of differences on request', {
  meta: { spec: 'errors.comparison-failure' },
}, async () => {
  offered(ownDataset({ contentType: 'vision', labelColumns: ['diagnosis'] }), () => comparison)
  await offer()
  expect(await screen.findByText('3 columns differ from the initiator’s data.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Compare formats' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

const refused =
  (code: ErrorCode, params = {}) =>
  () => {
    throw new AppError(code, params)
  }

test('names another kind of data in the reader’s language, and does not offer the data', async () => {
  const { calls } = offered(
    ownDataset(),
    refused('compare.content-type', { initiator: 'vision', participant: 'tabular' }),
  )
  await offer('cn')
  expect((await screen.findByRole('alert')).textContent).toContain('发起方：图片；您的数据集：表格')
  expect(calls.some(({ path }) => path === OfferRows.path)).toBe(false)
})

test('allows offering data if the initiator has not offered any yet', {
  meta: { spec: ['states.data-choice-comparison', 'errors.comparison-failure'] },
}, async () => {
  offered(ownDataset(), refused('compare.waiting'))
  await offer()
  expect(await screen.findByRole('button', { name: 'Offer all rows' })).toBeTruthy()
})

test('shows a party only its own renamed columns', {
  meta: { spec: 'screens.format-comparison-dialog' },
}, async () => {
  const mapping: ColumnMapping[] = [
    { column: 'age', from: '年龄', conversion: 'to-number' },
    { column: 'sex', from: 'sex', conversion: 'none' },
  ]
  const parties = [registration({ mapping }), registration({ id: 'r2', partyId: '1002', mapping: [] })]
  const around = { ownPartyId: '1001', inRun: [], isRecruiting: true, canRemind: false, contentType: null }
  renderPage(<PartiesPanel registrations={parties} {...around} />, { language: 'en' })
  expect(await screen.findByText('Your column 年龄 is used as age (values read as numbers)')).toBeTruthy()
  expect(screen.getByText('Your column sex, with renamed values')).toBeTruthy()
  expect(screen.getAllByRole('group')).toHaveLength(1)
})
