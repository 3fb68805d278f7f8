import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

/**
 * Modules that write spreadsheet files. The web's `exports.test.ts` and the edge's `inference.test.ts` try to inject a
 * formula into each.
 */
const MAKERS = [
  'apps/web/src/features/run/curves-csv.ts',
  'apps/web/src/features/run/described-csv.ts',
  'apps/web/src/features/run/log-lines.ts',
  'packages/inference/src/infer.ts',
]
const SENDERS = [
  'apps/edge/src/features/inference/routes.ts',
  'apps/web/src/features/run/FindingsResult.tsx',
  'apps/web/src/features/run/RunLog.tsx',
]

test('writes every spreadsheet file through the function that neutralises formulas', () => {
  // These files only declare the type of a response.
  const others = [':(exclude,glob)**/*.test.ts*', ':(exclude)packages/contract/src/rights']
  const paths = [':(glob)apps/*/src/**', ':(glob)packages/*/src/**', ...others]
  const files = execFileSync('git', ['grep', '-l', 'text/csv', '--', ...paths], { cwd: root, encoding: 'utf8' })
  expect(files.trim().split('\n')).toEqual(SENDERS)
  for (const path of MAKERS) expect(readFileSync(join(root, path), 'utf8'), path).toContain('new CsvLines()')
})
