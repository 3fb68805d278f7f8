import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { sourcePaths } from './testing/sources.ts'

/**
 * Claims that would be false: Python and its packages are not part of any hash, joining can be reopened (decisions 0014
 * and 0015), and a ticket names all parties.
 */
const CLAIMS = [
  /\b(no|other|different|changed) code\b[^.]{0,40}\b(run|runs|ran)\b/i,
  /\bonly (this|that|the signed) code\b/i,
  /\bno (other|further|new|more) part(y|ies)\b[^.]{0,40}\b(join|joins|train|trains|takes?)\b/i,
  /\bonly (these|the named|the listed) parties\b/i,
  /其他代码[^。]{0,12}(不能|无法|不会|不得)/,
  /(没有|不会有|无)其他(代码|机构)/,
  /其他机构[^。]{0,12}(不能|无法|不会)(再)?(加入|参与)/,
  /只有(此|该|这份)代码/,
  /\bpart(y|ies)\b[^.]{0,60}\bticket does not name\b/i,
  /授权书不会列出/,
]
const TEXTS = /(phrases[./].*\.ts|privacy\.\w+\.ts|terms\.\w+\.ts|\.md|catalogue[^/]*\.json)$/

/** Files with texts that users read: screens, errors and documents. */
const files = sourcePaths(TEXTS)

test('contains no text claiming that a ticket prevents other code from running, or that no party joins later', () => {
  expect(files.length).toBeGreaterThan(40)
  const found = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return CLAIMS.flatMap((claim) => claim.exec(text)?.[0] ?? []).map((claim) => `${path}: ${claim}`)
  })
  expect(found).toEqual([])
})

test.each([
  'Other code does not run under this ticket.',
  'No other code runs.',
  'No other party can join.',
  '其他代码不能凭此授权书运行。',
  '其他机构无法加入。',
  'Further parties may join the task, which the ticket does not name.',
])('detects a false claim: %s', (claim) => {
  expect(CLAIMS.some((one) => one.test(claim))).toBe(true)
})
