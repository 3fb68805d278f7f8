import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../lib/testing.tsx'
import { RepeatedNote } from './RepeatedNote.tsx'

test.each([
  ['en', 'Some people appear in several rows (patient_id): scores are too optimistic'],
  ['cn', '同一人有多行数据（patient_id）：得分偏乐观'],
] as const)('says by which column several rows are of one person (%s)', async (language, text) => {
  renderPage(<RepeatedNote columns={['patient_id', undefined, 'patient_id', null]} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})
