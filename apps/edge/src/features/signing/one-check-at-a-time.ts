import { oneAtATime } from '@tessera/server'

/**
 * Runs checks of PINs and codes one after another. A check starts only after earlier requests, for example from another
 * tab, have completed.
 */
export const oneCheckAtATime = oneAtATime()
