import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

/** Where lines for spreadsheets are made; each is tried with a formula in `exports.test.ts` of the web, or `inference.test.ts`. */
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

test('every file for spreadsheets is made of lines in which no cell is a formula', () => {
  const paths = [':(glob)apps/*/src/**', ':(glob)packages/*/src/**', ':(exclude,glob)**/*.test.ts*']
  const files = execFileSync('git', ['grep', '-l', 'text/csv', '--', ...paths], { cwd: root, encoding: 'utf8' })
  expect(files.trim().split('\n')).toEqual(SENDERS)
  for (const path of MAKERS) expect(readFileSync(join(root, path), 'utf8'), path).toContain('new CsvLines()')
})
