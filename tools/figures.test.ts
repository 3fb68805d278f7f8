import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

/** Every text of screens, errors and calls, the terms and the privacy notice among them. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /(^|\/)(phrases[./](cn|en)|privacy\.\w+|terms\.\w+|wire\/[\w-]+|deliver-code)\.ts$/.test(path))
  .filter((path) => !path.includes('.test.'))

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
/** What a text may say by hand, as no constant of ours says it. */
const BY_HAND = new Set([
  // What a machine needs.
  '4 GB',
  // An advice.
  '一分钟',
  // A rule of the engine's, which is Python.
  'two rows',
])

/** The figures that stand in this source as typed; what a template fills in is left out, and so are comments. */
const typed = (source: string) =>
  FIGURES.flatMap((figure) => source.replace(/\$\{[^}]*\}|^ *\/[/*].*$/gm, '…').match(figure) ?? []).filter(
    (found) => !BY_HAND.has(found),
  )

test('no text says a period, a size or a length by hand: the constants do', () => {
  expect(files.length).toBeGreaterThan(30)
  const found = files.flatMap((path) => typed(readFileSync(join(root, path), 'utf8')).map((one) => `${path}: ${one}`))
  expect(found).toEqual([])
})

test('the terms and the privacy notice hold no typed figure at all, of whatever unit', () => {
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
])('%s: %j', (source, expected) => {
  expect(typed(source)).toEqual(expected)
})
