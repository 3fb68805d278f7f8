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

/** `file`: "title"; "title", and so for each file, a line of the cell. */
const OF_FILE = /^`([^`]+)`: ("[^"]+"(?:; "[^"]+")*)$/

const testsIn = (cell: string) =>
  cell.split('<br>').map((line) => {
    const [, file = '', titles = ''] = OF_FILE.exec(line) ?? []
    const path = file.replace(/^(\w)(?=\/)/, (short) => FOLDERS.get(short) ?? short)
    return { path: join(root, path), titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title) }
  })

test('each try says what happens and names its tests, which are in their files', () => {
  expect(rows.length).toBeGreaterThan(15)
  const astray = rows.filter(
    (cells) =>
      cells.length !== 3 ||
      testsIn(cells[2] ?? '').some(({ path, titles }) => {
        if (titles.length === 0 || !existsSync(path)) return true
        // A quotation mark may stand differently in the source.
        const source = readFileSync(path, 'utf8').replaceAll('\\', '')
        return titles.some((title) => !source.includes(title))
      }),
  )
  expect(astray).toEqual([])
})
