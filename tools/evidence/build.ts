/**
 * Builds docs/evidence/coverage.md and docs/evidence/trust.md. Fills each row of the pages beside this file with the
 * tests that carry its id. `--check` writes nothing, and fails if a page is not up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.ts'
import { findProofs, type Kind, type Proof } from './tests.ts'

/** Which kind of test id the rows of each page contain. */
export const PAGES: Record<string, Kind> = { coverage: 'spec', trust: 'claim' }

/** Matches a table cell that contains only an id, such as `{screens.home}`. */
const CELL = /(?<=\| )\{([\w./-]+)\}(?= \|)/g
/** Matches the definition of a short name for a long folder: `P/` `apps/platform/src/features/`. */
const SHORT = /`([A-Z]+\/)` (?:for )?`([^`]+\/)`/g

export const pageSource = (name: string) => readFileSync(join(import.meta.dirname, `${name}.md`), 'utf8')
export const pagePath = (name: string) => join(root, 'docs', 'evidence', `${name}.md`)
export const idsOf = (source: string) => [...source.matchAll(CELL)].map(([, id = '']) => id)

/** Returns the page with the tests of each row, and a list of wrong or missing ids. */
export function buildPage(name: string, source: string, proofs: Proof[]): { page: string; faults: string[] } {
  const kind = PAGES[name]
  const own = Map.groupBy(
    proofs.filter((proof) => proof.kind === kind),
    ({ id }) => id,
  )
  const ids = idsOf(source)
  const folders = [...source.matchAll(SHORT)].map(([, short = '', long = '']) => ({ short, long }))
  const faults = [
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${name}: two rows have the id ${id}`),
    ...ids.filter((id) => !own.has(id)).map((id) => `${name}: no test carries the id ${id}`),
    ...[...own].filter(([id]) => !ids.includes(id)).map(([id, [proof]]) => `${proof?.path}: no row has the id ${id}`),
  ]
  const page = source
    .replace(CELL, (_cell, id: string) => cellOf(own.get(id) ?? [], folders))
    .replace('{summary}', () => summaryOf(source))
  const head = `<!-- Built by tools/evidence/build.ts from tools/evidence/${name}.md and the ids that tests carry. -->\n\n`
  return { page: head + page, faults }
}

/** Returns the text of a cell, with one line per file: `file`: "title"; "title". */
function cellOf(proofs: Proof[], folders: { short: string; long: string }[]): string {
  const files = Map.groupBy(proofs, ({ path }) => path)
  return [...files]
    .map(([path, tests]) => {
      const folder = folders
        .filter(({ long }) => path.startsWith(long))
        .sort((a, b) => b.long.length - a.long.length)[0]
      const name = folder ? `${folder.short}${path.slice(folder.long.length)}` : path
      const titles = [...new Set(tests.map(({ title }) => `"${title.replaceAll('|', '\\|')}"`))]
      return `\`${name}\`: ${titles.join('; ')}`
    })
    .join('<br>')
}

/** Returns the table rows of each section by heading, as lists of cells. */
export function sectionsOf(source: string): Map<string, string[][]> {
  const sections = source.split(/^## /m).slice(1)
  return new Map(
    sections.map((section) => {
      const rows = section.split('\n').filter((line) => line.startsWith('| '))
      const cells = rows.slice(2).map((row) => row.split(/(?<!\\) \| /).map((cell) => cell.replace(/^\| |\s*\|$/g, '')))
      return [section.slice(0, section.indexOf('\n')), cells]
    }),
  )
}

const STATES = ['done', 'partly', 'not yet']

function summaryOf(source: string): string {
  const sections = [...sectionsOf(source)].filter(([, rows]) => rows.some(({ length }) => length === 4))
  const all: [string, string[][]] = ['**All**', sections.flatMap(([, rows]) => rows)]
  const lines = [...sections, all].map(([heading, rows]) => {
    const counts = [
      rows.length,
      ...STATES.map((state) => rows.filter(([, , , cell = '']) => cell.startsWith(state)).length),
    ]
    const cells = counts.map((count) => (heading === all[0] ? `**${count}**` : `${count}`))
    return `| ${[heading, ...cells].join(' | ')} |`
  })
  const head = ['Section of the specification', 'Rows', 'Done', 'Partly', 'Not yet']
  return [`| ${head.join(' | ')} |`, '| --- | ---: | ---: | ---: | ---: |', ...lines].join('\n')
}

if (import.meta.main) {
  const proofs = findProofs()
  const faults = Object.keys(PAGES).flatMap((name) => {
    const { page, faults } = buildPage(name, pageSource(name), proofs)
    const path = pagePath(name)
    const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === page
    if (!process.argv.includes('--check')) writeFileSync(path, page)
    else if (!isCurrent) faults.push(`docs/evidence/${name}.md is not up to date: run tools/evidence/build.ts`)
    return faults
  })
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
