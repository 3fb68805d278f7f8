import { join } from 'node:path'
import type { CodeOrigin, EdgeTask, Grant, Installation, Plan } from '@tessera/contract'
import { type Builds, readBuilds, readJson, VERSION } from '@tessera/server'
import { z } from 'zod'
import { Declared, leavesOf, parameterTextsOf } from './leaves.ts'

/** The code that this edge can tell the origin of, from its own installation: nothing the platform says adds to it. */
export interface KnownCode {
  version: string
  own: Builds
  /** What the own algorithms declare, by their ids. */
  declared: Record<string, Declared>
  /** Code hashes by version of Tessera, then by algorithm. */
  previous: Record<string, Record<string, string>>
}

const Releases = z.record(z.string(), z.record(z.string(), z.string()))

/** Reads what the engine's folder builds, and `releases.json`, what previous releases built. */
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

/** What the platform is told: this edge runs no other code. */
export const installationOf = ({ version, own }: KnownCode): Installation => ({
  version,
  codes: Object.values(own).map(({ codeHash }) => codeHash),
})

/** A platform of an earlier version names no code of its own: a bundle's hash is all there is. */
export const codeHashOf = (bundleHash: string, task: EdgeTask) => task.code?.hash ?? bundleHash

/** Where the code of a task comes from: the bundle as it was fetched and hashed here, and the code it is said to be. */
export function originOf(known: KnownCode, bundleHash: string, task: EdgeTask): CodeOrigin {
  const codeHash = codeHashOf(bundleHash, task)
  const own = known.own[task.plan.algorithm]
  if (own?.codeHash === codeHash && own.bundleHash === bundleHash) return { kind: 'own', version: known.version }
  const previous = Object.entries(known.previous).find(([, codes]) => codes[task.plan.algorithm] === codeHash)
  if (previous) return { kind: 'previous', version: previous[0], ownVersion: known.version }
  const differs = own?.bundleHash === bundleHash ? 'library' : 'algorithm'
  return { kind: 'foreign', version: task.code?.version ?? null, ownVersion: known.version, differs }
}

/** What leaves under a plan, and what its parameters are called; nothing is known of code that is not this installation's own. */
export function toldOfOwn(known: KnownCode, codeHash: string, plan: Plan): Pick<Grant, 'leaves' | 'parameterTexts'> {
  const declared = known.declared[plan.algorithm]
  if (!declared || known.own[plan.algorithm]?.codeHash !== codeHash) return {}
  return { leaves: leavesOf(declared, plan), parameterTexts: parameterTextsOf(declared) }
}
