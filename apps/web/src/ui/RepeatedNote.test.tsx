import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/world.tsx'
import { RepeatedNote } from './RepeatedNote.tsx'

test.each([
  ['en', 'Several rows share a value of card and zip: if it identifies a person, scores are too optimistic'],
  ['cn', '多条样本的 card和zip 取值相同：如果该列标识个人，得分会偏乐观'],
] as const)('mentions no persons if the data only have repeated values (%s)', async (language, text) => {
  renderPage(<RepeatedNote columns={['card', null, 'zip', 'card']} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByText(/Some people|同一人有/)).toBeNull()
})

test.each([
  ['en', 'Some people appear in several rows (patient_id): scores are too optimistic'],
  ['cn', '同一人有多条样本（patient_id）：得分偏乐观'],
] as const)('names the column that identifies persons with several rows (%s)', async (language, text) => {
  renderPage(<RepeatedNote columns={['patient_id', undefined, 'patient_id', null]} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each([
  ['en', /several rows \(patient_id and mrn\)/],
  ['cn', /同一人有多条样本（patient_id和mrn）/],
] as const)('lists several columns that identify persons (%s)', async (language, text) => {
  renderPage(<RepeatedNote columns={['patient_id', 'mrn']} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})
