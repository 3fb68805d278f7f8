import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'

/**
 * Matches `… from '…'` at the end of a statement, `import '…'` and `import('…')`. Imports of types count, because the
 * importing code cannot be read, tested or moved without them.
 */
const IMPORT = /^(?:import|export|\})[^'\n]* from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm

/** Returns the module specifiers that a source file imports. */
export function readImports(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, from, bare, called]) => from ?? bare ?? called ?? '')
}

/** Returns all TypeScript files below a folder, sorted, as relative paths with `/`. */
export function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => name.replaceAll(sep, '/'))
    .sort()
}
