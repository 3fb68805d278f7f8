import { processorShare } from '../../packages/server/src/progress-limit.ts'

/** Set by `make test`, which measures the machine before it starts anything. Every process of the tests inherits it. */
export const SLOWNESS = 'TESSERA_SLOWNESS'

/** How many times longer something takes here than on an idle reference machine, at least 1. */
const slowness = Math.max(1, Number(process.env[SLOWNESS] ?? 1 / processorShare()))

/**
 * Scales a limit of a test to the speed of this machine. Limits only end what hangs, so they are far above what an idle
 * machine needs.
 */
export const limit = (milliseconds: number) => Math.round(milliseconds * slowness)

/** Limits of a test, a long test, a set-up and a wait. A test needs no limit of its own. */
export const LIMITS = { test: limit(600_000), long: limit(3_600_000), hook: limit(900_000), wait: limit(60_000) }
