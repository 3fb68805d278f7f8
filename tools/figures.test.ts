import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { sourcePaths } from './testing/sources.ts'

/** Files with texts of screens, errors and calls, including the terms and the privacy notice. */
const TEXTS = /(^|\/)(phrases[./](cn|en)|privacy\.\w+|terms\.\w+|wire\/[\w-]+|deliver-code)\.ts$/
const files = sourcePaths(TEXTS).filter((path) => !path.includes('.test.'))

const COUNT =
  '(?:\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|hundred)'
const FIGURES = [
  new RegExp(
    `\\b${COUNT}[ -]?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|[KMG]B|characters|rows)\\b`,
    'gi',
  ),
  /\b(?:within|after|for|than) an? (?:second|minute|hour|day|week|month|year)\b/gi,
  /(?:[\d一二两三四五六七八九十百]+ ?(?:秒|分钟|小时|天|周|个月|年)|\d+ ?(?:个?字符|行))/g,
]
/** Figures that may be written directly in a text, because no constant defines them. */
const BY_HAND = new Set([
  // Memory that a machine needs, which is only a recommendation.
  '4 GB',
  // Duration that a text recommends.
  '一分钟',
  // Minimum number of rows, which is a rule of the Python engine.
  'two rows',
])

/** Returns the literal figures in a source. Ignores template parameters and comments. */
const typed = (source: string) =>
  FIGURES.flatMap((figure) => source.replace(/\$\{[^}]*\}|^ *\/[/*].*$/gm, '…').match(figure) ?? []).filter(
    (found) => !BY_HAND.has(found),
  )

test('takes every period, size and length in a text from a constant', () => {
  expect(files.length).toBeGreaterThan(30)
  const found = files.flatMap((path) => typed(readFileSync(join(root, path), 'utf8')).map((one) => `${path}: ${one}`))
  expect(found).toEqual([])
})

test('contains no directly written figure in the terms and the privacy notice', () => {
  const legal = files.filter((path) => path.includes('/legal/') && !path.includes('phrases'))
  expect(legal).toHaveLength(4)
  for (const path of legal) {
    const figures = readFileSync(join(root, path), 'utf8')
      .replace(/\$\{[^}]*\}|^import .*$|^ +date: .*$|argon2id/gm, '')
      .match(/\d+/g)
    expect([path, figures]).toEqual([path, null])
  }
})

test.each([
  ["'good for ten days'", ['ten days']],
  ["'3 MB at most, within a minute'", ['3 MB', 'within a minute']],
  ["'24 小时后删除；一分钟内'", ['24 小时']],
  ['`good for \u0024{DAYS} days, 1 to \u0024{MAX} characters`', []],
])('finds the directly written figures in %s: %j', (source, expected) => {
  expect(typed(source)).toEqual(expected)
})
