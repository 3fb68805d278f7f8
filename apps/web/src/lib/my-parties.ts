import type { Party } from '@tessera/contract'
import { ListMyParties } from '@tessera/contract/wire'
import { type CallOptions, call } from './api.ts'

/** Of the queries that keep the session's parties and role fresh. */
export const MY_PARTIES = ['my-parties'] as const
export const MY_ROLE = ['my-role'] as const

/** Asked for by the user alone: a party they were removed from, or that is suspended, is refused any call. */
export async function fetchMyParties(options: CallOptions = {}): Promise<Party[]> {
  return (await call(ListMyParties, {}, { ...options, party: null })) ?? []
}
