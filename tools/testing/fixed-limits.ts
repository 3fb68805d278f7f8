import { parseSync } from 'rolldown/utils'

const HOLDERS = ['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const isNumber = (node: Node | undefined) => node?.type === 'Literal' && typeof node.value === 'number'

/**
 * Returns the positions of literal time limits of tests, set-ups and waits in a source. A literal limit fails on slow
 * machines; `limits.ts` has limits that follow the machine's speed.
 */
export function fixedLimits(file: string, source: string): { start: number; end: number }[] {
  const program = parseSync(file, source).program as unknown as Node
  const constants = numbersIn(program)
  const isFixed = (node: Node | undefined): node is Node =>
    isNumber(node) || (node?.type === 'Identifier' && constants.has(String(node.name)))
  const found: { start: number; end: number }[] = []
  const look = (node: Node) => {
    if (node.type === 'CallExpression' && HOLDERS.includes(rootOf(node.callee as Node))) {
      const last = (node.arguments as Node[]).at(-1)
      const { property } = node.callee as Node
      const isLimit = (node.arguments as Node[]).length > 1 || (property as Node | undefined)?.name === 'setTimeout'
      if (isLimit && isFixed(last)) found.push(last)
    }
    if (node.type === 'Property' && (node.key as Node).name === 'timeout' && isFixed(node.value as Node)) {
      found.push(node.value as Node)
    }
    for (const child of childrenOf(node)) look(child)
  }
  look(program)
  return found
}

const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)

/** Returns the names of all constants with a number as value, wherever they are declared. */
function numbersIn(program: Node): Set<string> {
  const names = new Set<string>()
  const look = (node: Node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id, init } of node.declarations as { id: Node; init?: Node }[]) {
        if (isNumber(init)) names.add(String(id.name))
      }
    }
    for (const child of childrenOf(node)) look(child)
  }
  look(program)
  return names
}

/** Returns the first name of a call, for example `test` of `test.skipIf(…)('…')`. */
function rootOf(callee: Node): string {
  if (callee.type === 'CallExpression') return rootOf(callee.callee as Node)
  if (callee.type === 'MemberExpression') return rootOf(callee.object as Node)
  if (callee.type === 'TaggedTemplateExpression') return rootOf(callee.tag as Node)
  return String(callee.name)
}
