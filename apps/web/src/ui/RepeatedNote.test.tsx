import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../lib/testing.tsx'
import { RepeatedNote } from './RepeatedNote.tsx'

test.each([
  ['en', 'Several rows share a value of card and zip: if it stands for a person, scores are too optimistic'],
  ['cn', '多行数据的 card和zip 取值相同：如果它代表个人，得分会偏乐观'],
] as const)('names no persons where only values of columns were looked at (%s)', async (language, text) => {
  renderPage(<RepeatedNote columns={['card', null, 'zip', 'card']} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByText(/Some people|同一人有/)).toBeNull()
})

test.each([
  ['en', 'Some people appear in several rows (patient_id): scores are too optimistic'],
  ['cn', '同一人有多行数据（patient_id）：得分偏乐观'],
] as const)('says by which column several rows are of one person (%s)', async (language, text) => {
  renderPage(<RepeatedNote columns={['patient_id', undefined, 'patient_id', null]} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each([
  ['en', /several rows \(patient_id and mrn\)/],
  ['cn', /同一人有多行数据（patient_id和mrn）/],
] as const)('lists several columns (%s)', async (language, text) => {
  renderPage(<RepeatedNote columns={['patient_id', 'mrn']} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})
