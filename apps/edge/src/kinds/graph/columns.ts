import { MISSING_WORDS } from '../missing.ts'

/** Accepted names of the columns of nodes and edges. */
export const NODE_ID = /^(id|node|node[_ ]?id|节点|编号)$/i
export const NODE_LABEL = /^(label.*|标签.*|class|category|类别|分类|y)$/i
export const GRAPH = /^(graph|graph[_ ]?id|图)$/i
export const EDGE_COLUMNS = {
  source: /^(source|src|from|源|起点)$/i,
  target: /^(target|dst|destination|to|目标|终点)$/i,
  graph: GRAPH,
  weight: /^(weight|权重)$/i,
} as const

const MISSING = new Set(['', ...MISSING_WORDS])
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

/** Returns a value as a number, null if the value is empty, or undefined if it is not a number. */
export function numberIn(value: unknown): number | null | undefined {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (MISSING.has(text)) return null
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** Returns a name or class as text, or null if it is empty. */
export function nameIn(value: unknown): string | null {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? String(value).trim() || null : null
}
