import type { Deps, OpenOptions } from '../../apps/platform/src/open-platform.ts'
import { operator } from './command.ts'

/** Works on the platform, and lets go of it again. Loaded only now: help, and what needs no platform, must not wait for it. */
export async function onPlatform<T>(
  work: (deps: Deps, by: string) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const { openPlatform } = await import('../../apps/platform/src/open-platform.ts')
  const { deps, close } = await openPlatform(process.env, options)
  try {
    return await work(deps, operator())
  } finally {
    await close()
  }
}

type Acts = typeof import('../../apps/platform/src/operator.ts')

/** The same with what features let an operator do. A backup does without, and so with much less memory. */
export async function withActs<T>(
  work: (acts: Acts, deps: Deps, by: string) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const acts = await import('../../apps/platform/src/operator.ts')
  return onPlatform((deps, by) => work(acts, deps, by), options)
}
