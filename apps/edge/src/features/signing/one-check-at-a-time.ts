import { oneAtATime } from '@tessera/server'

/**
 * Runs actions one after another. A PIN or code is checked only after earlier requests, for example from another tab,
 * have completed.
 */
export const oneCheckAtATime = oneAtATime()
