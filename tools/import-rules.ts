import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { listSources, readImports } from './imports.ts'
import { root } from './places.ts'

/** The source folder of each top-level name in the table of imports. */
export const FOLDER_OF = {
  contract: 'packages/contract/src',
  server: 'packages/server/src',
  inference: 'packages/inference/src',
  platform: 'apps/platform/src',
  edge: 'apps/edge/src',
  web: 'apps/web/src',
}
/** Tests of these packages may import everything. Tests of the web may not, because their code runs as in a browser. */
const FREE_TEST = /^(contract|platform|edge)\/.*\.test\.ts$/

/** A row of the table of imports in docs/concepts/architecture.md, written as `code: allowed, not refused`. */
interface Row {
  code: string[]
  allowed: string[]
  refused: string[]
}

export function rules(): Row[] {
  const text = readFileSync(join(root, 'docs', 'concepts', 'architecture.md'), 'utf8')
  const lines = /```imports\n(.*?)\n```/s.exec(text)?.[1]?.split('\n') ?? []
  const namesIn = (part = '') => part.split(' ').filter(Boolean)
  return lines.map((line) => {
    const [code, imports] = line.split(': ')
    const [allowed, refused] = imports?.split(', not ') ?? []
    return { code: namesIn(code), allowed: namesIn(allowed), refused: namesIn(refused) }
  })
}

/** Returns the part of `path` that a name of the table matches: a file, or a folder with everything below it. */
export function covered(name: string, path: string): string | undefined {
  const pattern = name
    .replaceAll('.', '\\.')
    .replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]+' : '.+'))
    .replaceAll(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  return new RegExp(`^${pattern}(?=/|$)`).exec(path)?.[0]
}

/** Returns the longest of these names that matches `path`, or '' if none does. */
const longest = (names: string[], path: string) =>
  names.filter((name) => covered(name, path)).reduce((one, other) => (other.length > one.length ? other : one), '')

/**
 * Returns whether `file` may import `target`. Both are paths as in the table. Of all names in the rows for `file`, the
 * longest name that matches `target` decides.
 */
export function isAllowed(rows: Row[], file: string, target: string): boolean {
  if (FREE_TEST.test(file)) return true
  const own = rows.filter(({ code }) => code.some((name) => covered(name, file)))
  const allowed = longest(
    own.flatMap((row) => row.allowed),
    target,
  )
  const refused = longest(
    own.flatMap((row) => row.refused),
    target,
  )
  if (allowed || refused) return allowed.length > refused.length
  if (!isOurs(target)) return true
  const folders = own.flatMap(({ code }) => code).filter((name) => !name.includes('.'))
  const folder = covered(longest(folders, file), file)
  return folder !== undefined && covered(folder, target) !== undefined
}

/** Returns whether an import leads into this repository. A path outside the table's folders begins with `/`. */
const isOurs = (target: string) =>
  target.startsWith('/') || Object.keys(FOLDER_OF).some((name) => covered(name, target))

/** Returns the path of an imported module as the table writes it. */
export function targetOf(file: string, from: string): string {
  if (!from.startsWith('.')) return from.replace(/^@tessera\//, '')
  const [name = '', ...rest] = file.split('/')
  const path = posix.join(FOLDER_OF[name as keyof typeof FOLDER_OF], dirname(rest.join('/')), from)
  const [known, folder = ''] = Object.entries(FOLDER_OF).find(([, folder]) => covered(folder, path)) ?? []
  return known ? known + path.slice(folder.length) : `/${path}`
}

/** Returns a line for each import that the table forbids. */
export function findForbidden(base: string, rows: Row[]): string[] {
  return Object.entries(FOLDER_OF).flatMap(([name, folder]) =>
    (existsSync(join(base, folder)) ? listSources(join(base, folder)) : []).flatMap((path) =>
      readImports(join(base, folder, path))
        .filter((from) => !isAllowed(rows, `${name}/${path}`, targetOf(`${name}/${path}`, from)))
        .map((from) => `${folder}/${path} imports ${from}`),
    ),
  )
}

if (import.meta.main) {
  const found = findForbidden(root, rules())
  if (found.length > 0) {
    process.stderr.write(`Forbidden by the table of imports in docs/concepts/architecture.md:\n${found.join('\n')}\n`)
    process.exitCode = 1
  }
}
