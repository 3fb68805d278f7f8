/**
 * Writes the OpenAPI documents of platform and edge to docs/reference/openapi. `--check` writes nothing, and fails if a
 * document is not up to date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DescribedServer, openApiDocument } from '@tessera/server'
import { root } from './places.ts'

const SERVERS: readonly DescribedServer[] = ['platform', 'edge']
export const openApiFolder = join(root, 'docs', 'reference', 'openapi')

const fileOf = (folder: string, server: DescribedServer) => join(folder, `${server}.json`)
const textOf = (server: DescribedServer) => `${format(openApiDocument(server))}\n`

const LINE_LENGTH = 140

/**
 * Formats JSON. Puts each value on one line if it is short enough, because one scalar per line would make 46,000 lines.
 */
function format(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE_LENGTH) return line
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => format(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${format(item, inner)}`)
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
}

/** Returns the servers whose OpenAPI document is missing or out of date. */
export function staleDocuments(folder = openApiFolder): DescribedServer[] {
  return SERVERS.filter((server) => {
    const file = fileOf(folder, server)
    return !existsSync(file) || readFileSync(file, 'utf8') !== textOf(server)
  })
}

export function exportOpenApi(folder = openApiFolder) {
  mkdirSync(folder, { recursive: true })
  for (const server of SERVERS) writeFileSync(fileOf(folder, server), textOf(server))
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) exportOpenApi()
  for (const server of staleDocuments()) {
    process.stderr.write(`docs/reference/openapi/${server}.json is not up to date: run node tools/export-open-api.ts\n`)
    process.exitCode = 1
  }
}
