import { readFileSync } from 'node:fs'
import { endpointRoutes, otherRoutes, rights } from '@tessera/contract/rights'
import { expect, test } from 'vitest'
import { rightsFile, rightsPage } from './export-rights.ts'

test('has a current docs/reference/rights.md (else run tools/export-rights.ts)', {
  meta: { spec: 'roles.rights-table' },
}, () => {
  expect(readFileSync(rightsFile, 'utf8')).toBe(rightsPage())
})

test('names every right and every call on the page of rights', () => {
  const page = rightsPage()
  for (const name of Object.keys(rights)) expect(page).toContain(`\`${name}\``)
  for (const { method, path } of [...endpointRoutes, ...otherRoutes]) expect(page).toContain(`\`${method} ${path}\``)
  expect(page).not.toContain('undefined')
})
