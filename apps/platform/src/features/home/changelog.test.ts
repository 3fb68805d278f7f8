import { VERSION } from '@tessera/server'
import { expect, test } from 'vitest'
import { parseChangelog } from './changelog.ts'
import { pair, readVersions } from './versions.ts'

const HEAD = '# Changelog\n\nFor readers.\n\n'
const EN = `${HEAD}## 1.1.0 · 2026-02-01\n\n- Two\n  lines.\n- One.\n\n## 1.0.0 · 2026-01-01\n\n- First.\n`
const CN = `${HEAD}## 1.1.0 · 2026-02-01\n- 两\n  行，\n  共三行 A\n  B。\n- 一行。\n## 1.0.0 · 2026-01-01\n- 首个。\n`

test('reads versions and notes of a changelog, and joins notes of several lines', () => {
  expect(parseChangelog(EN, 'CHANGELOG.md')).toEqual([
    { version: '1.1.0', date: '2026-02-01', notes: ['Two lines.', 'One.'] },
    { version: '1.0.0', date: '2026-01-01', notes: ['First.'] },
  ])
})

test.each([
  ['a version without its date', `${HEAD}## 1.0.0\n- x\n`, /line 5/],
  ['text between notes', `${EN}And more.\n`, /line 14/],
  ['a version without notes', `${EN}\n## 0.9.0 · 2025-01-01\n`, /0\.9\.0 has no notes/],
  ['no versions', HEAD, /has no notes/],
])('refuses an invalid changelog: %s', (_what, text, message) => {
  expect(() => parseChangelog(text, 'CHANGELOG.md')).toThrow(message)
})

test('combines the changelogs of both languages', () => {
  const [newest] = pair(parseChangelog(CN, 'cn'), parseChangelog(EN, 'en'))
  expect(newest).toEqual({
    version: '1.1.0',
    date: '2026-02-01',
    notes: [
      { cn: '两行，共三行 A B。', en: 'Two lines.' },
      { cn: '一行。', en: 'One.' },
    ],
  })
})

test.each([
  ['an additional version', CN.replace(/## 1\.0\.0[\s\S]*/, '')],
  ['an additional note', CN.replace('- 一行。\n', '')],
  ['another date', CN.replace('2026-01-01', '2026-01-02')],
])('refuses to start with %s in the changelog of one language', (_what, cn) => {
  expect(() => pair(parseChangelog(cn, 'cn'), parseChangelog(EN, 'en'))).toThrow(/CHANGELOG/)
})

test('begins the repository’s changelog with the current version, newest version first', {
  meta: { spec: 'calls.flConf/version/list' },
}, () => {
  const versions = readVersions()
  expect(versions[0]?.version).toBe(VERSION)
  const dates = versions.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().reverse())
  for (const { notes } of versions) {
    for (const { cn, en } of notes) expect([/[一-龥]/.test(cn), /[一-龥]/.test(en)]).toEqual([true, false])
  }
})
