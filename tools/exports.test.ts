import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

/**
 * Modules that write lines for spreadsheets. Tests in the web's `exports.test.ts`, or `inference.test.ts`, try each of
 * them with a formula.
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

test('writes every spreadsheet file from lines without formulas', () => {
  // The table of routes states the type of an answer, and sends nothing.
  const others = [':(exclude,glob)**/*.test.ts*', ':(exclude)packages/contract/src/rights']
  const paths = [':(glob)apps/*/src/**', ':(glob)packages/*/src/**', ...others]
  const files = execFileSync('git', ['grep', '-l', 'text/csv', '--', ...paths], { cwd: root, encoding: 'utf8' })
  expect(files.trim().split('\n')).toEqual(SENDERS)
  for (const path of MAKERS) expect(readFileSync(join(root, path), 'utf8'), path).toContain('new CsvLines()')
})
