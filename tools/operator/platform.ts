import type { Deps, OpenOptions } from '../../apps/platform/src/open-platform.ts'
import { operator } from './command.ts'

/**
 * Opens the platform for a piece of work, and closes it afterwards. The code is imported only here, so that help and
 * commands without a platform start fast.
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
 * The same, with the functions that features offer to operators. A backup does not load them and so needs much less
 * memory.
 */
export async function withActs<T>(
  work: (acts: Acts, deps: Deps, by: string) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const acts = await import('../../apps/platform/src/operator.ts')
  return onPlatform((deps, by) => work(acts, deps, by), options)
}
