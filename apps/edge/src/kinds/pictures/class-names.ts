import { fail, type ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import type { Archive } from '../../lib/zip.ts'

const PLAIN_LIST = /(^|\/)(classes\.txt|[^/]*\.names)$/i
const YAML = /\.ya?ml$/i
const LIMIT_BYTES = 1024 * 1024

/** Returns whether a file can contain class names, judged by its file name. */
export const mayNameClasses = ({ fileName }: Entry) => PLAIN_LIST.test(fileName) || YAML.test(fileName)
export const isClassList = ({ fileName }: Entry) => PLAIN_LIST.test(fileName)

/**
 * Reads the class names for the numbers in label files from classes.txt, obj.names or `names` in data.yaml. If there
 * are several such files, they must agree.
 */
export async function readClassNames(archive: Archive): Promise<Map<number, string>> {
  let found: { file: string; names: Map<number, string> } | undefined
  for (const entry of archive.entries) {
    const isYaml = YAML.test(entry.fileName)
    if (!isYaml && !isClassList(entry)) continue
    const text = await archive.text(entry, LIMIT_BYTES)
    const names = isYaml ? yamlNames(text) : listed(text.split(/\r\n|\n|\r/))
    if (names.size === 0) continue
    if (found && !isSame(found.names, names)) {
      fail('dataset.classes-differ', { first: found.file, second: entry.fileName })
    }
    found ??= { file: entry.fileName, names }
  }
  return found?.names ?? fail('dataset.classes-missing')
}

/**
 * Returns notes about classes that have the same name. They become one class, because boxes refer to classes by name.
 * `classes` pairs each class as written in the file with its name.
 */
export function mergedNames(
  classes: Iterable<readonly [called: number | string, name: string]>,
): ReadingReport['notes'] {
  const alike = [...Map.groupBy(classes, ([, name]) => name)].filter(([, all]) => all.length > 1)
  const [first] = alike
  if (!first) return []
  const [name, all] = first
  return [
    { name: 'categories-merged', value: `${name} (${all.map(([called]) => called).join(', ')})`, count: alike.length },
  ]
}

/** Reads one class name per line, without the empty lines at the end. */
function listed(lines: string[]): Map<number, string> {
  const names = lines.map((line) => line.trim())
  while (names.at(-1) === '') names.pop()
  return new Map(names.map((name, index) => [index, name || String(index)]))
}

/** Reads only the key `names` from YAML: a list, or a mapping from numbers to names, in flow or block style. */
function yamlNames(text: string): Map<number, string> {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/(^|\s)#.*$/, '').trimEnd())
  const start = lines.findIndex((line) => /^names\s*:/.test(line))
  if (start < 0) return new Map()
  const first = (lines[start] as string).replace(/^names\s*:\s*/, '')
  const rest = lines.slice(start + 1)
  if (/^[[{]/.test(first)) return flowNames([first, ...rest].join(' '))
  const end = rest.findIndex((line) => line !== '' && !/^(\s|-)/.test(line))
  const items = rest.slice(0, end < 0 ? undefined : end).filter((line) => line.trim() !== '')
  return numbered(items.map((line) => line.trim()))
}

/** Parses `[a, 'b, c']` or `{0: a, 1: b}`. */
function flowNames(text: string): Map<number, string> {
  const end = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\]}"'])*/.exec(text.slice(1))?.[0] ?? ''
  const items = end.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^,"'])+/g) ?? []
  const names = items.map((item) => item.trim()).filter((item) => item !== '')
  return text.startsWith('[') ? new Map(names.map((name, index) => [index, unquoted(name)])) : numbered(names)
}

/** Parses the items of a YAML block: items `- name` are numbered from 0, and items `3: name` contain their number. */
function numbered(items: string[]): Map<number, string> {
  return new Map(
    items.flatMap((item, index) => {
      const [, dash] = /^-\s*(.*)$/.exec(item) ?? []
      if (dash !== undefined) return [[index, unquoted(dash)] as const]
      const [, number, name] = /^["']?(\d+)["']?\s*:\s*(.*)$/.exec(item) ?? []
      return number === undefined ? [] : [[Number(number), unquoted(name as string)] as const]
    }),
  )
}

const unquoted = (name: string) => name.trim().replace(/^(["'])(.*)\1$/, '$2')

const isSame = (a: Map<number, string>, b: Map<number, string>) =>
  a.size === b.size && [...a].every(([number, name]) => b.get(number) === name)
