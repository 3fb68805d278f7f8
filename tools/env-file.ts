import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'

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

/** Makes the file the first time, explained, with the settings as they are then. Later it is its owner's to change. */
export function keepEnvFile(path: string, title: string, lines: Line[], values: Values) {
  if (!existsSync(path)) write(path, render(title, lines, values))
}

const valuesOf = (lines: Line[]) => Object.fromEntries(lines.map(({ name, value }) => [name, value]))
const present = (entries: [string, string | undefined][]): Values =>
  Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Changes values in the file and leaves the rest of it, comments too, as it is. */
export function changeEnvFile(path: string, changes: Values) {
  const left = new Map(Object.entries(changes))
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const changed = lines.map((line) => {
    const name = /^#?(\w+)=/.exec(line)?.[1] ?? ''
    const value = left.get(name)
    left.delete(name)
    return value === undefined ? line : `${name}=${quoted(value)}`
  })
  const added = [...left].map(([name, value]) => `${name}=${quoted(value)}`)
  write(path, `${[...changed, ...added].join('\n')}\n`)
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

/** For its owner only: the file may hold the database's password. */
function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
