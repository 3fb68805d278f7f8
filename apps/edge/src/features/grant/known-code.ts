import { join } from 'node:path'
import { type CodeOrigin, type EdgeTask, type Grant, type Installation, isByItself, type Plan } from '@tessera/contract'
import { type Builds, readBuilds, readJson, VERSION } from '@tessera/server'
import { z } from 'zod'
import { Declared, leavesOf, parameterTextsOf } from './leaves.ts'

/** The code whose origin this edge can determine from its own installation. The platform cannot extend this list. */
export interface KnownCode {
  version: string
  own: Builds
  /** Declarations of the algorithms of this installation, by id. */
  declared: Record<string, Declared>
  /** Code hashes by Tessera version, then by algorithm. */
  previous: Record<string, Record<string, string>>
}

const Releases = z.record(z.string(), z.record(z.string(), z.string()))

/** Reads the builds from the engine's folder, and those of previous releases from `releases.json`. */
export function readKnownCode(engineDir: string): KnownCode {
  const build = join(engineDir, 'build')
  const own = readBuilds(build)
  return {
    version: VERSION,
    own,
    declared: Object.fromEntries(
      Object.keys(own).map((id) => [id, Declared.parse(readJson(join(build, `${id}.json`)))]),
    ),
    previous: Releases.parse(readJson(join(engineDir, 'releases.json')) ?? {}),
  }
}

/** Returns what the edge reports to the platform about its installed code. The edge runs no other code. */
export const installationOf = ({ version, own }: KnownCode): Installation => ({
  version,
  codes: Object.values(own).map(({ codeHash }) => codeHash),
})

/**
 * Determines the origin of a task's code from the bundle that this edge fetched and hashed, and from the hash that the
 * task declares.
 */
export function originOf(known: KnownCode, bundleHash: string, task: EdgeTask): CodeOrigin {
  const codeHash = task.code.hash
  const own = known.own[task.plan.algorithm]
  if (own?.codeHash === codeHash && own.bundleHash === bundleHash) return { kind: 'own', version: known.version }
  const previous = Object.entries(known.previous).find(([, codes]) => codes[task.plan.algorithm] === codeHash)
  if (previous) return { kind: 'previous', version: previous[0], ownVersion: known.version }
  const differs = own?.bundleHash === bundleHash ? 'library' : 'algorithm'
  return { kind: 'foreign', version: task.code.version, ownVersion: known.version, differs }
}

/**
 * Returns what leaves the edge under a plan, what others can learn, and the names of the plan's parameters. The result
 * is empty unless the code comes from this installation.
 */
export function declarationsOf(
  known: KnownCode,
  codeHash: string,
  plan: Plan,
): Pick<Grant, 'leaves' | 'learned' | 'parameterTexts'> {
  const declared = known.declared[plan.algorithm]
  if (!declared || known.own[plan.algorithm]?.codeHash !== codeHash) return {}
  return {
    leaves: leavesOf(declared, plan),
    learned: isByItself(plan) ? undefined : declared.learned,
    parameterTexts: parameterTextsOf(declared),
  }
}
