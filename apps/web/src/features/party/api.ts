import { queryOptions, useQueryClient } from '@tanstack/react-query'
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
import { useRef } from 'react'
import { call, uploadPicture } from '../../lib/api.ts'
import { useMutation } from '../../lib/mutation.ts'
import { fetchMyParties, MY_PARTIES } from '../../lib/my-parties.ts'
import { getSession, sessionActions } from '../../lib/session.ts'

/** Options for calls that name no party, because joining and creating a party are the user's own actions. */
export const ALONE = { party: null } as const

/** Refetches the user's parties and switches to the party with this id. */
export async function actFor(partyId: string): Promise<Party | null> {
  sessionActions.setParties(await fetchMyParties())
  const party = getSession().parties.find((candidate) => candidate.id === partyId) ?? null
  if (party) sessionActions.chooseParty(party)
  return party
}

/** Query for any party by its number. */
export const partyQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['party', partyId],
    queryFn: ({ signal }) => call(GetParty, { partyId }, { ...ALONE, signal }),
    enabled: partyId !== '',
  })

export function useJoinParty() {
  const once = useOnce((inviteCode: string) => call(JoinParty, { inviteCode }, ALONE), String)
  return useMutation({
    mutationFn: async (inviteCode: string) => {
      const joined = await once(inviteCode.replace(/\s/g, ''))
      await actFor(joined.partyId)
      return joined
    },
  })
}

/**
 * Returns a function that does not repeat completed work on a retry. For example, if a user has joined a party but the
 * switch to it failed, a retry repeats only the switch.
 */
function useOnce<Input, Result>(work: (input: Input) => Promise<Result>, keyOf: (input: Input) => string) {
  const done = useRef<{ key: string; result: Result }>(undefined)
  return async (input: Input): Promise<Result> => {
    const key = keyOf(input)
    if (done.current?.key !== key) done.current = { key, result: await work(input) }
    return done.current.result
  }
}

export type PartyNames = Pick<Party, 'id' | 'name'>

export interface NewParty extends PartyNames {
  picture: File | null
}

/**
 * Returns the mutation that checks whether a party's id and names are available. It fails with an error that names the
 * value in use.
 */
export function useCheckParty() {
  return useMutation({ mutationFn: (names: PartyNames) => call(CheckParty, names, ALONE) })
}

export function useCreateParty() {
  const create = async ({ picture, ...party }: NewParty) => {
    await call(CheckParty, party, ALONE)
    const avatar = picture ? await uploadPicture(picture, 'party', ALONE) : null
    return call(CreateParty, { ...party, avatar }, ALONE)
  }
  const once = useOnce(create, ({ id }) => id)
  return useMutation({
    mutationFn: async (party: NewParty) => {
      const created = await once(party)
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

/** Returns a function that refetches the user's rights after they have changed. */
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
