import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { python, root } from './places.ts'

/**
 * Checks that every locked package has an allowed licence and no unreviewed advisory. The check works offline:
 * `dependencies.json` stores the licences of Python packages, which lock files lack, and the advisories of the last
 * update. `node tools/dependencies.ts --update` updates it, and needs a network.
 */

const LIST = join(root, 'tools', 'dependencies.json')
const OSV = 'https://api.osv.dev'

const Advisory = z.object({
  id: z.string(),
  /** The affected packages, as `npm:name@version` or `python:name@version`. */
  packages: z.array(z.string()),
  title: z.string(),
  /** Why the advisory does no harm here. Without this reason, the check fails. */
  accepted: z.string().min(20).optional(),
})
const List = z.object({
  /** Allowed SPDX licences. For a licence that requires more than its text, the value says how we comply. */
  allowed: z.record(z.string(), z.string()),
  /** Licences that we read in a package's files, because neither lock file nor package states an SPDX licence. */
  read: z.record(z.string(), z.string()),
  /** Licences of Python packages by `name@version`, in the packages' own words. */
  python: z.record(z.string(), z.string()),
  advisories: z.object({
    /** The day of the last update of advisories; null before the first. */
    asked: z.iso.date().nullable(),
    /** Number of packages that the last update queried. */
    packages: z.int(),
    known: z.array(Advisory),
  }),
})
export type List = z.infer<typeof List>

export interface Locked {
  /** Package id, for example `npm:zod@4.6.7`. */
  id: string
  ecosystem: 'npm' | 'python'
  name: string
  version: string
  licence: string | undefined
}

const NpmLock = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), link: z.boolean().optional() }),
  ),
})

export function readNpmLock(text: string): Locked[] {
  const found = Object.entries(NpmLock.parse(JSON.parse(text)).packages).flatMap(
    ([path, { version, license, link }]) => {
      const at = path.lastIndexOf('node_modules/')
      if (at < 0 || link || !version) return []
      const name = path.slice(at + 'node_modules/'.length)
      return [{ id: `npm:${name}@${version}`, ecosystem: 'npm' as const, name, version, licence: license }]
    },
  )
  return [...new Map(found.map((one) => [one.id, one])).values()]
}

export function readPythonLock(text: string, licences: List['python']): Locked[] {
  const found = [...text.matchAll(/^([\w.-]+)==([^\s;\\]+)/gm)].map(([, name = '', version = '']) => {
    const licence = licences[`${name}@${version}`]
    return { id: `python:${name}@${version}`, ecosystem: 'python' as const, name, version, licence }
  })
  return [...new Map(found.map((one) => [one.id, one])).values()]
}

export const readList = (): List => List.parse(JSON.parse(readFileSync(LIST, 'utf8')))

export function readLocks(list: List): Locked[] {
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  return [
    ...readNpmLock(text('package-lock.json')),
    ...readPythonLock(text('engine/requirements.lock'), list.python),
  ].map((one) => ({ ...one, licence: one.licence ?? list.read[`${one.ecosystem}:${one.name}`] }))
}

/** Returns whether an SPDX expression is allowed: at least one of its alternatives (OR), or all of its parts (AND). */
export function isAllowed(licence: string, allowed: List['allowed']): boolean {
  const plain = licence.replace(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => Object.hasOwn(allowed, one.trim())))
}

/** Returns a line for each package whose licence or advisories need attention. */
export function faultsIn(locked: Locked[], list: List): string[] {
  const ids = new Set(locked.map(({ id }) => id))
  const licences = locked.flatMap(({ id, licence }) => {
    if (!licence) return [`${id}: no licence is known. Read its files, and write it into tools/dependencies.json.`]
    return isAllowed(licence, list.allowed) ? [] : [`${id}: its licence ${licence} is not allowed.`]
  })
  const holes = list.advisories.known.flatMap(({ id, packages, title, accepted }) =>
    packages.filter((one) => ids.has(one) && !accepted).map((one) => `${one}: ${id}, ${title}`),
  )
  return [...licences, ...holes]
}

/** Reads the licences from the metadata of the installed Python packages. */
function readPythonLicences(): List['python'] {
  const script = `
import importlib.metadata as m, json
print(json.dumps([[d.metadata["Name"], d.version, d.metadata.get("License-Expression"), d.metadata.get("License"),
  [c.split("::")[-1].strip() for c in d.metadata.get_all("Classifier") or [] if c.startswith("License")]] for d in m.distributions()]))`
  const stated = JSON.parse(execFileSync(python, ['-c', script], { encoding: 'utf8' })) as Stated[]
  const known = stated.flatMap((one) => {
    const licence = spdxOf(one)
    return licence ? [[`${one[0].toLowerCase().replaceAll(/[._]/g, '-')}@${one[1]}`, licence]] : []
  })
  return Object.fromEntries(known.toSorted())
}

type Stated = [name: string, version: string, expression: string | null, text: string | null, classes: string[]]

/** Older packages state their licence in words; this maps them to SPDX. */
const WORDS: [RegExp, string][] = [
  [/^(MIT|MIT License)$/, 'MIT'],
  [/^(Apache[ -]2\.0|Apache Software License)$/, 'Apache-2.0'],
  [/^(BSD-3-Clause|3-Clause BSD License|BSD License)$/, 'BSD-3-Clause'],
  [/^2-clause BSD$/, 'BSD-2-Clause'],
  [/^(MPL-2\.0|Mozilla Public License 2\.0 \(MPL 2\.0\))$/, 'MPL-2.0'],
  [/^(ISC License|ISC License \(ISCL\))$/, 'ISC'],
]
const spdxOf = ([, , expression, text, classes]: Stated): string | undefined =>
  expression ?? [text ?? '', ...classes].flatMap((word) => WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? [])[0]

const Batch = z.object({ results: z.array(z.object({ vulns: z.array(z.object({ id: z.string() })).optional() })) })
const Details = z.object({ id: z.string(), summary: z.string().optional() })

/** Fetches all advisories about these packages from osv.dev. Keeps the acceptance of known advisories. */
export async function askForAdvisories(locked: Locked[], before: List['advisories'], url = OSV) {
  const queries = locked.map(({ ecosystem, name, version }) => ({
    version,
    package: { name, ecosystem: ecosystem === 'npm' ? 'npm' : 'PyPI' },
  }))
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${url}${path}`, body && { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${url}${path} answers ${answer.status}`)
    return answer.json()
  }
  const { results } = Batch.parse(await ask('/v1/querybatch', { queries }))
  if (results.length !== locked.length) throw new Error(`${url} answers ${results.length} of ${locked.length} packages`)
  const found = new Map<string, string[]>()
  for (const [index, { vulns = [] }] of results.entries()) {
    for (const { id } of vulns) found.set(id, [...(found.get(id) ?? []), locked[index]?.id ?? ''])
  }
  const known: List['advisories']['known'] = []
  for (const [id, packages] of [...found].toSorted()) {
    const { summary = '' } = Details.parse(await ask(`/v1/vulns/${id}`))
    const accepted = before.known.find((one) => one.id === id)?.accepted
    known.push({ id, packages, title: summary, ...(accepted ? { accepted } : {}) })
  }
  return { asked: new Date().toISOString().slice(0, 10), packages: locked.length, known }
}

async function update() {
  const list = readList()
  const named = new Set(
    readPythonLock(readFileSync(join(root, 'engine/requirements.lock'), 'utf8'), {}).map(({ id }) => id),
  )
  const installed = Object.entries(readPythonLicences()).filter(([id]) => named.has(`python:${id}`))
  const fresh = { ...list, python: Object.fromEntries(installed) }
  const locked = readLocks(fresh)
  const advisories = await askForAdvisories(locked, list.advisories).catch((error: Error) => {
    process.stderr.write(`No advisories were fetched; the previous ones stay: ${error.message}\n`)
    process.exitCode = 1
    return list.advisories
  })
  writeFileSync(LIST, `${JSON.stringify({ ...fresh, advisories }, null, 2)}\n`)
}

function check() {
  const list = readList()
  const locked = readLocks(list)
  for (const fault of faultsIn(locked, list)) {
    process.stderr.write(`${fault}\n`)
    process.exitCode = 1
  }
  const { asked, packages } = list.advisories
  const of = asked === null ? 'advisories were never fetched' : `advisories of ${asked}, about ${packages} packages`
  process.stdout.write(`${locked.length} packages in the lock files; ${of}\n`)
}

if (import.meta.main) await (process.argv.includes('--update') ? update() : check())
