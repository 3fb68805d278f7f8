import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../lib/testing.tsx'
import { registration } from '../test-world.ts'
import { ReadinessTable } from './ReadinessTable.tsx'

test.each([
  ['en', 'edge-older', 'edge older than the platform: update the edge'],
  ['en', 'platform-older', 'edge newer than the platform: update the platform'],
  ['en', 'other', 'edge has other code than the platform'],
  ['en', null, 'not ready'],
  ['cn', 'edge-older', '数据节点比平台旧：请升级数据节点'],
] as const)('the initiator sees which side is to be updated (%s, %s)', async (language, edgeCode, text) => {
  const other = registration({ edgeCode, readiness: { data: false, environment: false } })
  renderPage(<ReadinessTable registrations={[other]} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each([
  ['en', 'used by a run', 'It paid for a run, and pays for one only.'],
  ['cn', '已用于一次训练', '一张票据只用于一次训练，此票据已用过。'],
] as const)('a ticket that paid for a run is not said to be of another plan (%s)', async (language, status, why) => {
  renderPage(<ReadinessTable registrations={[registration({ grant: 'stale', staleBecause: ['stages'] })]} />, {
    language,
  })
  expect(await screen.findByText(status)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.queryByText(/[Cc]hanged|变更|有变/)).toBeNull()
})

test('whose column holds something else is told, with both types', async () => {
  const typeMismatch = { column: 'age', ownType: 'text', taskType: 'integer' } as const
  const registrations = [registration({ id: 'r1' }), registration({ id: 'r2', partyName: 'Hospital B', typeMismatch })]
  renderPage(<ReadinessTable registrations={registrations} />, { language: 'en' })

  const row = await screen.findByRole('row', { name: /Hospital B/ })
  expect(row.textContent).toContain('Column age is text here, integer at the others.')
  expect(screen.getAllByText(/at the others/)).toHaveLength(1)
})
