import type { Party } from '@tessera/contract'
import { ListMyParties } from '@tessera/contract/wire'
import { type CallOptions, call } from './api.ts'

/** Keys of the queries that refresh the session's parties and role. */
export const MY_PARTIES = ['my-parties'] as const
export const MY_ROLE = ['my-role'] as const

/**
 * Fetches the user's parties. The call names no party, because the platform refuses calls for a party that is suspended
 * or that has removed the user.
 */
export async function fetchMyParties(options: CallOptions = {}): Promise<Party[]> {
  return (await call(ListMyParties, {}, { ...options, party: null })) ?? []
}
