import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'
import { type Notice, notify, type Reader } from '../../lib/notices.ts'
import { listMembers } from './members.ts'

export interface PartyNotice extends Notice {
  /** The administrators of these parties receive the notice. */
  partyIds: string[]
  /** Users who also receive the notice if they are members of the first of these parties. */
  alsoUserIds?: string[]
}

export async function notifyParties(
  tx: Db,
  deps: Pick<Deps, 'bus' | 'clock'>,
  partyNotice: PartyNotice,
): Promise<void> {
  const { partyIds, alsoUserIds = [], ...notice } = partyNotice
  const readers: Reader[] = []
  for (const partyId of new Set(partyIds)) {
    const also = partyId === partyIds[0] ? alsoUserIds : []
    for (const { userId, role } of await listMembers(tx, partyId)) {
      if (role !== 'member' || also.includes(userId)) readers.push({ userId, partyId })
    }
  }
  await notify(tx, deps, readers, notice)
}
