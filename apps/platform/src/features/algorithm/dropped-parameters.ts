import type { BilingualText, ParameterDescription, Parameters } from '@tessera/contract'
import type { AlgorithmLibrary, InstalledAlgorithm } from './library.ts'
import type { Manifest } from './manifest.ts'

/** Returns those stored parameters that the algorithm still has. An earlier release may have had others. */
export function keptParameters({ manifest }: InstalledAlgorithm, stored: Parameters | null): Parameters {
  const kept = Object.entries(stored ?? {}).filter(([name]) => has(manifest.parameters, name))
  return Object.fromEntries(kept)
}

/** Returns the first parameter with a value that was withdrawn from the algorithm. */
export function withdrawnParameter(
  { withdrawn = {} }: Pick<Manifest, 'withdrawn'>,
  parameters: Parameters | null,
): string | undefined {
  return Object.keys(withdrawn).find((name) => parameters?.[name] === withdrawn[name])
}

/**
 * Returns the sent parameters without stored parameters of an earlier release that the client only sends back. A
 * withdrawn value remains, so that the platform refuses it.
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
 * Returns the names of stored parameters that the algorithm no longer has; another algorithm that still has the
 * parameter provides its name. Withdrawn parameters are left out: a withdrawn value is an error of the plan, and any
 * other value is the current behaviour.
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
