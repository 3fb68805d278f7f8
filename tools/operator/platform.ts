import type { Deps, OpenOptions } from '../../apps/platform/src/open-platform.ts'
import { operator } from './command.ts'

/**
 * Opens the platform's database for one command, and closes it afterwards. Imports its code only here, so that the help
 * and offline commands start fast.
 */
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

/**
 * Opens the platform for one command, with the features' functions for operators. Backups do not load those functions,
 * which saves memory.
 */
export async function withActs<T>(
  work: (acts: Acts, deps: Deps, by: string) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const acts = await import('../../apps/platform/src/operator.ts')
  return onPlatform((deps, by) => work(acts, deps, by), options)
}
