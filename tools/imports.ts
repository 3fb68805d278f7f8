import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'

/**
 * `… from '…'` at the end of a statement, `import '…'` and `import('…')`. Imports of types count like imports of values:
 * the importing code cannot be read, tested or moved without them.
 */
const IMPORT = /^(?:import|export|\})[^'\n]* from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm

/** Returns what a source file imports, as written there. */
export function readImports(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, from, bare, called]) => from ?? bare ?? called ?? '')
}

/** Returns the TypeScript files below a folder, in order, relative to it and separated by `/`. */
export function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => name.replaceAll(sep, '/'))
    .sort()
}
