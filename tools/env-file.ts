import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { writeAtomically } from '@tessera/server'

/** A line of a settings file with its explanation. Without a value, the line is commented out. */
export interface Line {
  name: string
  about: string
  value?: string | undefined
}

type Values = Record<string, string>

/** Returns the settings of this start. The environment overrides the file; before the file exists, defaults apply. */
export function settle(path: string, lines: Line[], env: NodeJS.ProcessEnv): Values {
  const stored = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : valuesOf(lines)
  const given = lines.map(({ name }) => [name, env[name]])
  return { ...present(Object.entries(stored)), ...present(given as [string, string | undefined][]) }
}

/**
 * Writes the settings file at the first start, with explanations. Only its owner can read it, because it may contain
 * the database's password. Later changes are up to the owner.
 */
export async function writeEnvFile(path: string, title: string, lines: Line[], values: Values) {
  if (!existsSync(path)) await writeAtomically(path, render(title, lines, values))
}

const valuesOf = (lines: Line[]) => Object.fromEntries(lines.map(({ name, value }) => [name, value]))
const present = (entries: [string, string | undefined][]): Values =>
  Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Changes these values in the settings file, and keeps everything else, including comments. */
export async function changeEnvFile(path: string, changes: Values) {
  const left = new Map(Object.entries(changes))
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const changed = lines.map((line) => {
    const name = /^#?(\w+)=/.exec(line)?.[1] ?? ''
    const value = left.get(name)
    left.delete(name)
    return value === undefined ? line : `${name}=${quoted(value)}`
  })
  const added = [...left].map(([name, value]) => `${name}=${quoted(value)}`)
  await writeAtomically(path, `${[...changed, ...added].join('\n')}\n`)
}

function render(title: string, lines: Line[], values: Values): string {
  const blocks = lines.map(({ name, about }) => {
    const value = values[name]
    return `# ${about}\n${value === undefined ? `#${name}=` : `${name}=${quoted(value)}`}\n`
  })
  return [`# ${title}\n`, ...blocks].join('\n')
}

/** Quotes a value if necessary. None of our values contains both kinds of quotes. */
function quoted(value: string): string {
  if (/^[\w./:@%+,=&?~-]*$/.test(value)) return value
  return value.includes("'") ? `"${value}"` : `'${value}'`
}
