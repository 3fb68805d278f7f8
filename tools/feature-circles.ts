import { dirname, join, relative, sep } from 'node:path'
import { listSources, readImports } from './imports.ts'
import { root } from './places.ts'

const APPS = ['platform', 'edge', 'web']
/** Tests may import higher and lower features. */
const LEFT_OUT = /\.test\.tsx?$/

/** Imports among features: for each feature, the features that it imports, each with the first importing file. */
export type Uses = Map<string, Map<string, string>>

export interface Circle {
  /** Features of the cycle, in order. The last one imports the first one. */
  features: string[]
  /** For each feature of the cycle, the file that imports the next feature. */
  files: string[]
}

/** Reads all imports among `features/<name>/**` of an app. */
export function readUses(src: string): Uses {
  const features = join(src, 'features')
  const featureOf = (path: string) => {
    const [first = '..', ...rest] = relative(features, path).split(sep)
    return first === '..' || rest.length === 0 ? undefined : first
  }
  const uses: Uses = new Map()
  for (const name of listSources(features)) {
    const file = join(features, name)
    const user = LEFT_OUT.test(name) ? undefined : featureOf(file)
    if (user === undefined) continue
    const used = uses.get(user) ?? new Map<string, string>()
    uses.set(user, used)
    for (const from of readImports(file)) {
      if (!from.startsWith('.')) continue
      const other = featureOf(join(dirname(file), from))
      if (other !== undefined && other !== user && !used.has(other)) used.set(other, relative(src, file))
    }
  }
  return uses
}

/**
 * Returns the shortest cycles. Of cycles that share an import, returns only one, because one wrong import closes many.
 */
export function findCircles(uses: Uses): Circle[] {
  const ways = [...uses.keys()].flatMap((feature) => {
    const way = shortestWayBack(uses, feature)
    return way ? [way] : []
  })
  const circles: Circle[] = []
  const known = new Set<string>()
  for (const features of ways.toSorted((a, b) => a.length - b.length)) {
    const steps = features.map((user, n) => [user, features[(n + 1) % features.length] ?? user] as const)
    if (steps.some((step) => known.has(step.join()))) continue
    for (const step of steps) known.add(step.join())
    circles.push({ features, files: steps.map(([user, used]) => uses.get(user)?.get(used) ?? '') })
  }
  return circles
}

function shortestWayBack(uses: Uses, start: string): string[] | undefined {
  const seen = new Set<string>()
  for (let ways = [[start]]; ways.length > 0; ) {
    const longer: string[][] = []
    for (const way of ways) {
      for (const next of uses.get(way.at(-1) ?? '')?.keys() ?? []) {
        if (next === start) return way
        if (seen.has(next)) continue
        seen.add(next)
        longer.push([...way, next])
      }
    }
    ways = longer
  }
  return undefined
}

export function describeCircle(app: string, { features, files }: Circle): string {
  const steps = files.map((file, n) => `  ${file} uses ${features[(n + 1) % features.length]}`)
  return [`apps/${app}: ${[...features, features[0]].join(' → ')}`, ...steps].join('\n')
}

if (import.meta.main) {
  const circles = APPS.flatMap((app) =>
    findCircles(readUses(join(root, 'apps', app, 'src'))).map((circle) => describeCircle(app, circle)),
  )
  if (circles.length > 0) {
    process.stderr.write(`Features use each other in a circle, types counted:\n${circles.join('\n')}\n`)
    process.exitCode = 1
  }
}
