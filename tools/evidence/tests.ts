import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from '../places.ts'
import { sourcePaths } from '../testing/sources.ts'

/** A test, with the id of the clause or security claim that it proves. */
export interface Proof {
  kind: Kind
  id: string
  path: string
  title: string
}

export const KINDS = ['spec', 'claim'] as const
export type Kind = (typeof KINDS)[number]

/** Returns every test that has an id, ordered by path and by position in the file. */
export const findProofs = (): Proof[] =>
  sourcePaths(/\.(test|spec)\.tsx?$|^engine\/tests\/.*test_\w+\.py$/).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return path.endsWith('.py') ? proofsInPython(path, source) : proofsInTypeScript(path, source)
  })

/** Finds `@pytest.mark.spec("…", …)` and `@pytest.mark.claim("…", …)` before tests. */
export function proofsInPython(path: string, source: string): Proof[] {
  const pattern = /^@pytest\.mark\.(spec|claim)\(([^)]*)\)|^def (test_\w+)/gm
  const found: Proof[] = []
  let marks: Omit<Proof, 'path' | 'title'>[] = []
  for (const [, kind, ids = '', title] of source.matchAll(pattern)) {
    if (title) {
      found.push(...marks.map((mark) => ({ ...mark, path, title })))
      marks = []
    } else marks.push(...[...ids.matchAll(/"([^"]+)"/g)].map(([, id = '']) => ({ kind: kind as Kind, id })))
  }
  return found
}

type Node = { type: string; [field: string]: unknown }

/**
 * Finds ids in `test(title, { meta: { spec: …, claim: … } }, …)` and, for Playwright, in `{ annotation: { type: 'spec',
 * description: … } }`.
 */
export function proofsInTypeScript(path: string, source: string): Proof[] {
  if (!/\b(meta|annotation):/.test(source)) return []
  const found: Proof[] = []
  walk(parseSync(path, source).program as unknown as Node, (node) => {
    if (node.type !== 'CallExpression') return
    const [title, options] = node.arguments as Node[]
    if (!title || options?.type !== 'ObjectExpression') return
    const text = source.slice(title.start as number, title.end as number)
    if (!/^['"`]/.test(text)) return
    const ids = [...fromMeta(property(options, 'meta')), ...fromAnnotations(property(options, 'annotation'))]
    found.push(...ids.map((mark) => ({ ...mark, path, title: text.slice(1, -1).replaceAll('\\', '') })))
  })
  return found
}

function walk(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') visit(value as Node)
    for (const child of Object.values(value)) walk(child, visit)
  }
}

const fromMeta = (meta: Node | undefined) =>
  KINDS.flatMap((kind) => texts(property(meta, kind)).map((id) => ({ kind, id })))

const fromAnnotations = (annotations: Node | undefined) =>
  items(annotations).flatMap((one) => {
    const [type] = texts(property(one, 'type'))
    const kind = KINDS.find((name) => name === type)
    return kind ? texts(property(one, 'description')).map((id) => ({ kind, id })) : []
  })

function property(object: Node | undefined, name: string): Node | undefined {
  const properties = (object?.type === 'ObjectExpression' ? object.properties : []) as { key?: Node; value?: Node }[]
  return properties.find(({ key }) => key?.name === name)?.value
}

const items = (node: Node | undefined): Node[] =>
  node?.type === 'ArrayExpression' ? (node.elements as Node[]) : node ? [node] : []

const texts = (node: Node | undefined): string[] =>
  items(node).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
