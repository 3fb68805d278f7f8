import { fail, PARTY_NAME_MAX, type Party } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'

/** What this actor may do with this party right now. */
export function partyAbilities(actor: Pick<Actor, 'partyId' | 'role'>, partyId: string): Party['abilities'] {
  const isAdmin = actor.partyId === partyId && actor.role === 'admin'
  return { edit: isAdmin, invite: isAdmin, enrolEdge: isAdmin }
}

export interface PartyNames {
  name: string
  nameEn: string
}

/** Trimmed names; the English one doubles as a name in storage, hence plain. */
export function checkNames({ name, nameEn }: PartyNames): PartyNames {
  const names = { name: name.trim(), nameEn: nameEn.trim() }
  const isUsable = (text: string) => text.length > 0 && [...text].length <= PARTY_NAME_MAX
  if (!isUsable(names.name) || !isUsable(names.nameEn) || !/^[\w .()&'-]+$/.test(names.nameEn)) {
    fail('party.name-required')
  }
  return names
}

/** 0 stands for no party at all. */
export function checkPartyId(id: string): string {
  if (!/^[1-9]\d{0,8}$/.test(id)) fail('party.name-required')
  return id
}
