import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../lib/testing.tsx'
import { ReadinessTable } from './ReadinessTable.tsx'
import { registration } from './test-world.ts'

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
