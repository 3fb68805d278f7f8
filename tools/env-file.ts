import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { writeAtomically } from '@tessera/server'

/** One setting as the file explains it. Without a value it stands there commented out. */
export interface Line {
  name: string
  about: string
  value?: string | undefined
}

type Values = Record<string, string>

/** What the settings are: the environment for this one start, then the file, and before there is one the lines. */
export function settle(path: string, lines: Line[], env: NodeJS.ProcessEnv): Values {
  const kept = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : valuesOf(lines)
  const given = lines.map(({ name }) => [name, env[name]])
  return { ...present(Object.entries(kept)), ...present(given as [string, string | undefined][]) }
}

/**
 * Makes the file the first time, explained, with the settings as they are then, for its owner only: it may hold the
 * database's password. Later it is its owner's to change.
 */
export async function keepEnvFile(path: string, title: string, lines: Line[], values: Values) {
  if (!existsSync(path)) await writeAtomically(path, render(title, lines, values))
}

const valuesOf = (lines: Line[]) => Object.fromEntries(lines.map(({ name, value }) => [name, value]))
const present = (entries: [string, string | undefined][]): Values =>
  Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Changes values in the file and leaves the rest of it, comments too, as it is. */
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

/** Bare where that is unmistakable. No value of ours has both kinds of quotes. */
function quoted(value: string): string {
  if (/^[\w./:@%+,=&?~-]*$/.test(value)) return value
  return value.includes("'") ? `"${value}"` : `'${value}'`
}
