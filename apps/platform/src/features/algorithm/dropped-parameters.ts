import type { BilingualText, ParameterDescription, Parameters } from '@tessera/contract'
import type { AlgorithmLibrary, InstalledAlgorithm } from './library.ts'

/** Stored parameters that the algorithm has; an earlier release of it may have had others. */
export function keptParameters({ manifest }: InstalledAlgorithm, stored: Parameters | null): Parameters {
  const kept = Object.entries(stored ?? {}).filter(([name]) => has(manifest.parameters, name))
  return Object.fromEntries(kept)
}

/** As a client sends them, without those it was only answered: stored, and of an earlier release of the algorithm. */
export function sentParameters(
  { manifest }: InstalledAlgorithm,
  sent: Parameters,
  stored: Parameters | null,
): Parameters {
  const isOfBefore = (name: string) => name in (stored ?? {}) && !has(manifest.parameters, name)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isOfBefore(name)))
}

/** Stored parameters that the algorithm no longer has, as people know them where another algorithm still does. */
export function droppedParameters(
  library: AlgorithmLibrary,
  { manifest }: InstalledAlgorithm,
  stored: Parameters | null,
): BilingualText[] {
  const described = library.list().flatMap((other) => other.manifest.parameters)
  return Object.keys(stored ?? {})
    .filter((name) => !has(manifest.parameters, name))
    .map((name) => described.find((known) => known.name === name)?.label ?? { cn: name, en: name })
}

const has = (descriptions: ParameterDescription[], name: string) => descriptions.some((known) => known.name === name)
