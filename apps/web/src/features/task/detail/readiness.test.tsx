import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../lib/testing.tsx'
import { registration } from '../test-world.ts'
import { ReadinessTable } from './ReadinessTable.tsx'

test('whose column holds something else is told, with both types', async () => {
  const typeMismatch = { column: 'age', ownType: 'text', taskType: 'integer' } as const
  const registrations = [registration({ id: 'r1' }), registration({ id: 'r2', partyName: 'Hospital B', typeMismatch })]
  renderPage(<ReadinessTable registrations={registrations} />, { language: 'en' })

  const row = await screen.findByRole('row', { name: /Hospital B/ })
  expect(row.textContent).toContain('Column age is text here, integer at the others.')
  expect(screen.getAllByText(/at the others/)).toHaveLength(1)
})
