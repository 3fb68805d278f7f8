import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'

test.each([
  ['cases.zip', 'cases.zip'],
  ['病例 2026.ZIP', '病例 2026.ZIP'],
  ['C:\\Users\\ann\\cases.zip', 'cases.zip'],
  ['../../etc/cases.zip', 'cases.zip'],
  ['ca\u0000s\ne\u0007s.zip', 'cases.zip'],
  ['\u202Epiz.sesac\u202C.zip', 'piz.sesac.zip'],
  ['cafe\u0301.zip', 'café.zip'],
  ['half \ud83d.zip', 'half .zip'],
  [`${'é'.repeat(116)}.zip`, `${'é'.repeat(116)}.zip`],
  [`${'𝒳'.repeat(117)}.zip`, `${'𝒳'.repeat(115)}….zip`],
])('cleans the name of an uploaded file: %j becomes %j', (sent, stored) => {
  expect(cleanFileName(sent)).toBe(stored)
})
