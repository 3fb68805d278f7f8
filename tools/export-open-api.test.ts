import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '@tessera/server'
import { expect, onTestFinished, test } from 'vitest'
import { exportOpenApi, staleDocuments } from './export-open-api.ts'
import { stagesOf } from './testing/parts.ts'

test('has current OpenAPI documents in docs/reference/openapi (else run tools/export-open-api.ts)', () => {
  expect(staleDocuments()).toEqual([])
})

test('reports an OpenAPI document that is missing or differs from the contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-open-api-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(staleDocuments(folder)).toEqual(['platform', 'edge'])
  exportOpenApi(folder)
  expect(staleDocuments(folder)).toEqual([])
  const edge = join(folder, 'edge.json')
  expect(JSON.parse(readFileSync(edge, 'utf8'))).toEqual(openApiDocument('edge'))
  writeFileSync(edge, readFileSync(edge, 'utf8').replace('Uploads a zip archive', 'Uploads an archive'))
  expect(staleDocuments(folder)).toEqual(['edge'])
})

test('runs the check of the OpenAPI documents in npm run check', () => {
  expect(stagesOf(['check']).map(({ args }) => args)).toContainEqual(['tools/export-open-api.ts', '--check'])
})
