import { processorShare } from '../../packages/server/src/progress-limit.ts'

/**
 * Environment variable with the factor for all limits. `make test` measures the machine first, and all processes of the
 * tests inherit the variable.
 */
export const SLOWNESS = 'TESSERA_SLOWNESS'

/** How many times slower this machine is than an idle reference machine, at least 1. */
const slowness = Math.max(1, Number(process.env[SLOWNESS] ?? 1 / processorShare()))

/**
 * Scales a limit of a test to the speed of this machine. A limit only ends what hangs, so it is far above the duration
 * on an idle machine.
 */
export const limit = (milliseconds: number) => Math.round(milliseconds * slowness)

/** Default limits of a test, a long test, a set-up and a wait. Tests need no other limits. */
export const LIMITS = { test: limit(600_000), long: limit(3_600_000), hook: limit(900_000), wait: limit(60_000) }
