import { oneAtATime } from '@tessera/server'

/** In turn: what a PIN or code is good for is looked at once what was asked before, in another tab perhaps, is done. */
export const inTurn = oneAtATime()
