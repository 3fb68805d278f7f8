import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import {
  CheckParty,
  CreateEdgeEnrolment,
  CreateParty,
  CreatePartyInvite,
  JoinParty,
  ListDepartments,
  ListMyParties,
  SetDepartment,
  UpdateParty,
} from '@tessera/contract/wire'
import { call, uploadPicture } from '../../lib/api.ts'
import { getSession, sessionActions } from '../../lib/session.ts'

/** Fetches the parties anew and acts for this one from now on. */
async function actFor(partyId: string): Promise<Party | null> {
  sessionActions.setParties((await call(ListMyParties)) ?? [])
  const party = getSession().parties.find((candidate) => candidate.id === partyId) ?? null
  if (party) sessionActions.chooseParty(party)
  return party
}

export function useJoinParty() {
  return useMutation({
    mutationFn: async (inviteCode: string) => {
      const joined = await call(JoinParty, { inviteCode: inviteCode.trim() })
      await actFor(joined.partyId)
      return joined
    },
  })
}

export interface NewParty {
  id: string
  name: string
  nameEn: string
  picture: File | null
}

export function useCreateParty() {
  return useMutation({
    mutationFn: async ({ picture, ...party }: NewParty) => {
      await call(CheckParty, party)
      const avatar = picture ? await uploadPicture(picture, 'party') : null
      const created = await call(CreateParty, { ...party, avatar })
      await actFor(created.id)
      return created
    },
  })
}

export function useUpdateParty() {
  return useMutation({
    mutationFn: async ({ picture, ...party }: NewParty) => {
      const avatar = picture ? { avatar: await uploadPicture(picture, 'party') } : {}
      const updated = await call(UpdateParty, { ...party, ...avatar })
      sessionActions.setParties((await call(ListMyParties)) ?? [])
      return updated
    },
  })
}

export function useCreateInvite() {
  return useMutation({ mutationFn: () => call(CreatePartyInvite) })
}

export function useCreateEnrolment() {
  return useMutation({ mutationFn: () => call(CreateEdgeEnrolment) })
}

export const departmentsQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['departments', partyId],
    queryFn: ({ signal }) => call(ListDepartments, { partyId }, { signal }),
  })

export function useSetDepartment() {
  return useMutation({
    mutationFn: async (orgCode: string) => {
      await call(SetDepartment, { orgCode })
      const { role } = getSession()
      if (role) sessionActions.setRole(role, orgCode)
    },
  })
}
