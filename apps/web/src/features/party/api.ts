import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import {
  CheckParty,
  CreateParty,
  CreatePartyInvite,
  GetParty,
  JoinParty,
  ListDepartments,
  UpdateParty,
} from '@tessera/contract/wire'
import { call, uploadPicture } from '../../lib/api.ts'
import { fetchMyParties, MY_PARTIES } from '../../lib/my-parties.ts'
import { getSession, sessionActions } from '../../lib/session.ts'

/** Joining and creating are the user's own affair, whichever party they act for. */
export const ALONE = { party: null } as const

/** Fetches the parties anew and acts for this one from now on. */
export async function actFor(partyId: string): Promise<Party | null> {
  sessionActions.setParties(await fetchMyParties())
  const party = getSession().parties.find((candidate) => candidate.id === partyId) ?? null
  if (party) sessionActions.chooseParty(party)
  return party
}

/** Any party by its number, to show who is meant. */
export const partyQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['party', partyId],
    queryFn: ({ signal }) => call(GetParty, { partyId }, { ...ALONE, signal }),
    enabled: partyId !== '',
  })

export function useJoinParty() {
  return useMutation({
    mutationFn: async (inviteCode: string) => {
      const joined = await call(JoinParty, { inviteCode: inviteCode.replace(/\s/g, '') }, ALONE)
      await actFor(joined.partyId)
      return joined
    },
  })
}

export type PartyNames = Pick<Party, 'id' | 'name' | 'nameEn'>

export interface NewParty extends PartyNames {
  picture: File | null
}

/** Fails with what is taken. */
export function useCheckParty() {
  return useMutation({ mutationFn: (names: PartyNames) => call(CheckParty, names, ALONE) })
}

export function useCreateParty() {
  return useMutation({
    mutationFn: async ({ picture, ...party }: NewParty) => {
      await call(CheckParty, party, ALONE)
      const avatar = picture ? await uploadPicture(picture, 'party', ALONE) : null
      const created = await call(CreateParty, { ...party, avatar }, ALONE)
      await actFor(created.id)
      return created
    },
  })
}

export function useUpdateParty() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ picture, ...party }: NewParty) => {
      const avatar = picture ? { avatar: await uploadPicture(picture, 'party') } : {}
      const updated = await call(UpdateParty, { ...party, ...avatar })
      sessionActions.setParties(await fetchMyParties())
      return updated
    },
    onSuccess: ({ id }) => client.invalidateQueries({ queryKey: ['party', id] }),
  })
}

/** After a change to one's own rights: what the session says of them is asked for again. */
export function useRefreshRights() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: MY_PARTIES }),
      client.invalidateQueries({ queryKey: ['my-role'] }),
    ])
}

export function useCreateInvite() {
  return useMutation({ mutationFn: () => call(CreatePartyInvite) })
}

export const departmentsQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['departments', partyId],
    queryFn: ({ signal }) => call(ListDepartments, { partyId }, { signal }),
  })
