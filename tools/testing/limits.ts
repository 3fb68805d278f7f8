import { processorShare } from '../../packages/server/src/patience.ts'

/** Set by `make test`, which measures the machine before it starts anything; every process of the tests inherits it. */
export const SLOWNESS = 'TESSERA_SLOWNESS'

/** How many times as long as on an idle machine of the reference's speed something takes here, at least 1. */
const slowness = Math.max(1, Number(process.env[SLOWNESS] ?? 1 / processorShare()))

/** A limit for tests at the speed of this machine. It only ends what hangs, so it is far more than an idle machine needs. */
export const limit = (milliseconds: number) => Math.round(milliseconds * slowness)

/** What a test, one of minutes, a set-up and a wait may take. A test needs no number of its own. */
export const LIMITS = { test: limit(600_000), long: limit(3_600_000), hook: limit(900_000), wait: limit(60_000) }
