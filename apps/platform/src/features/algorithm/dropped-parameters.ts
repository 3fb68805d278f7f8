import type { BilingualText, ParameterDescription, Parameters } from '@tessera/contract'
import type { AlgorithmLibrary, InstalledAlgorithm } from './library.ts'
import type { Manifest } from './manifest.ts'

/** Returns the stored parameters that the algorithm has; an earlier release may have had others. */
export function keptParameters({ manifest }: InstalledAlgorithm, stored: Parameters | null): Parameters {
  const kept = Object.entries(stored ?? {}).filter(([name]) => has(manifest.parameters, name))
  return Object.fromEntries(kept)
}

/** Returns the first parameter whose value was withdrawn from the algorithm. */
export function withdrawnParameter(
  { withdrawn = {} }: Pick<Manifest, 'withdrawn'>,
  parameters: Parameters | null,
): string | undefined {
  return Object.keys(withdrawn).find((name) => parameters?.[name] === withdrawn[name])
}

/**
 * Returns the sent parameters without those that a client only sends back: stored ones of an earlier release. A
 * withdrawn value stays, so that it is refused.
 */
export function sentParameters(
  { manifest }: InstalledAlgorithm,
  sent: Parameters,
  stored: Parameters | null,
): Parameters {
  const isOutdated = (name: string) =>
    name in (stored ?? {}) && !has(manifest.parameters, name) && name !== withdrawnParameter(manifest, sent)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isOutdated(name)))
}

/**
 * Returns the names of stored parameters that the algorithm no longer has, from another algorithm that still has them.
 * Withdrawn parameters are not among them: such a value is a fault of the plan, and any other is the current behaviour.
 */
export function droppedParameters(
  library: AlgorithmLibrary,
  { manifest }: InstalledAlgorithm,
  stored: Parameters | null,
): BilingualText[] {
  const described = library.list().flatMap((other) => other.manifest.parameters)
  return Object.keys(stored ?? {})
    .filter((name) => !has(manifest.parameters, name) && !(name in (manifest.withdrawn ?? {})))
    .map((name) => described.find((known) => known.name === name)?.label ?? { cn: name, en: name })
}

const has = (descriptions: ParameterDescription[], name: string) => descriptions.some((known) => known.name === name)
