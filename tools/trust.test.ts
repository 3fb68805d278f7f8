import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const text = readFileSync(join(root, 'docs/trust.md'), 'utf8')
const FOLDERS = new Map([...text.matchAll(/`(\w)` for `([^`]+)`/g)].map(([, short = '', long = '']) => [short, long]))
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Tries'))
  .map((line) => line.replace(/^\| | \|$/g, '').split(' | '))

test('each try says what happens and names its test, which is in its file', () => {
  expect(rows.length).toBeGreaterThan(15)
  const astray = rows.filter((cells) => {
    const [, file = '', title = ''] = /^`([^`]+)`: "([^"]+)"$/.exec(cells[2] ?? '') ?? []
    const path = join(
      root,
      file.replace(/^(\w)(?=\/)/, (short) => FOLDERS.get(short) ?? short),
    )
    // A quotation mark may stand differently in the source.
    return (
      cells.length !== 3 ||
      !title ||
      !existsSync(path) ||
      !readFileSync(path, 'utf8').replaceAll('\\', '').includes(title)
    )
  })
  expect(astray).toEqual([])
})
