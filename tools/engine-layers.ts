import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { engineDir } from './places.ts'

/**
 * Packages and modules of `engine/engine`, from the lowest layer to the highest. Each may import only itself and lower
 * layers.
 */
export const LAYERS = [
  ...['errors', 'progress', 'durable', 'code_hash', 'table', 'onnx_graph'],
  ...['privacy', 'data', 'targets', 'learners', 'export', 'protocols'],
  ...['algorithm', 'pooled', 'run', 'synthetic_rows', 'stages', 'what_leaves', 'flower', 'build', 'new', 'demo_data'],
]
/**
 * Matches an import of the engine anywhere: at the top, in a function, or below `if TYPE_CHECKING`. Imports of types
 * count, too.
 */
const IMPORT = /^\s*(?:from|import) engine(?:\.(\w+)|\s+import\s+\(?([\w, ]+))/gm

/** Returns a line for each import of a higher layer and for each package without a layer. */
export function findUpwardImports(source: string, layers: readonly string[] = LAYERS): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.py') && path !== '__init__.py')
    .sort()
    .flatMap((path) => {
      const own = (path.split('/')[0] ?? '').replace(/\.py$/, '')
      const at = layers.indexOf(own)
      if (at === -1) return [`${path}: ${own} has no layer in tools/engine-layers.ts`]
      const text = readFileSync(join(source, path), 'utf8')
      const used = [...text.matchAll(IMPORT)].flatMap(([, name, names]) => name ?? names?.split(/, */) ?? [])
      const above = used.filter((name) => layers.indexOf(name.trim()) > at)
      return [...new Set(above)].map((name) => `${path}: ${own} imports ${name}, which is a layer above it`)
    })
}

if (process.argv[1]?.endsWith('engine-layers.ts')) {
  const source = join(engineDir, 'engine')
  const found = findUpwardImports(source)
  for (const line of found) process.stderr.write(`${relative(process.cwd(), source)}/${line}\n`)
  if (found.length > 0) process.exitCode = 1
}
