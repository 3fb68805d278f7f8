import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { EMAIL, type ErrorCode, PHONE } from '@tessera/contract'
import {
  ChangePassword,
  CheckUnique,
  DeleteAccount,
  GetEdgeCertificate,
  GetRole,
  Logout,
  Register,
  ResetPassword,
  SendCode,
  VerifyCode,
} from '@tessera/contract/wire'
import { useEffect } from 'react'
import { ApiError, call, saveAs } from '../../lib/api.ts'
import { useMutation } from '../../lib/mutation.ts'
import { fetchMyParties, MY_PARTIES, MY_ROLE } from '../../lib/my-parties.ts'
import { getSession, sessionActions, useSession } from '../../lib/session.ts'
import { encryption, fingerprintOf } from './encrypt.ts'

export type Contact = { phone: string } | { email: string }

/** Parses a phone number or an e-mail address by its format. Returns null for other text. */
export function contactOf(text: string): Contact | null {
  const contact = text.trim()
  if (PHONE.test(contact)) return { phone: contact }
  return EMAIL.test(contact) ? { email: contact } : null
}

export function useLogout() {
  return useMutation({
    // Ends the session in this browser even if the call fails.
    mutationFn: () => call(Logout).catch(() => null),
    onSettled: () => sessionActions.end('logout'),
  })
}

const TAKEN: readonly string[] = [
  'account.phone-taken',
  'account.email-taken',
  'account.username-taken',
] satisfies ErrorCode[]

export const isTaken = (error: unknown): error is ApiError => error instanceof ApiError && TAKEN.includes(error.code)

type Wanted = Contact | { username: string }

/**
 * Returns the error that names the existing owner of a value, or null if the value is available. The platform limits
 * how often this can be called.
 */
const takenQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['taken', wanted],
    queryFn: async (): Promise<ApiError | null> => {
      try {
        await call(CheckUnique, wanted)
        return null
      } catch (error) {
        if (isTaken(error)) return error
        throw error
      }
    },
    staleTime: 'static',
    gcTime: 60_000,
    retry: false,
  })

/**
 * Returns functions that check whether a value is available while a form is filled in. If a check fails, the
 * registration itself reports the problem.
 */
export function useTakenCheck() {
  const queryClient = useQueryClient()
  return {
    check: (wanted: Wanted) => queryClient.fetchQuery(takenQuery(wanted)).catch(() => null),
    /** Stores the error of a refused registration, so that the form shows it like the result of a check. */
    remember: (wanted: Wanted, error: ApiError) => queryClient.setQueryData(takenQuery(wanted).queryKey, error),
  }
}

export type Purpose = 'register' | 'reset'

export function useSendCode(purpose: Purpose) {
  return useMutation({
    mutationFn: (contact: Contact) => call(SendCode, { ...contact, purpose }),
  })
}

export function useVerifyCode() {
  return useMutation({
    mutationFn: ({ contact, code }: { contact: Contact; code: string }) => call(VerifyCode, { ...contact, code }),
  })
}

export interface Verified {
  contact: Contact
  code: string
  /** The user name of the account. Set only when a password is reset. */
  username: string
}

export function useRegister() {
  return useMutation({
    mutationFn: async ({
      verified,
      username,
      password,
    }: {
      verified: Verified
      username: string
      password: string
    }) => {
      const encrypt = await encryption()
      const { token, user } = await call(Register, {
        ...verified.contact,
        code: verified.code,
        username: username.trim(),
        password: await encrypt(password),
        userType: 2,
      })
      sessionActions.start(token, user)
    },
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: async ({ verified, password }: { verified: Verified; password: string }) => {
      const encrypt = await encryption()
      await call(ResetPassword, {
        ...verified.contact,
        code: verified.code,
        username: verified.username,
        password: await encrypt(password),
      })
    },
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: async (input: { oldPassword: string; password: string; confirmation: string }) => {
      const encrypt = await encryption()
      await call(ChangePassword, {
        oldPassword: await encrypt(input.oldPassword),
        password: await encrypt(input.password),
        confirmation: await encrypt(input.confirmation),
      })
    },
  })
}

/** Deletes the user's own account and ends the session. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: async (password: string) => {
      const encrypt = await encryption()
      await call(DeleteAccount, { password: await encrypt(password) })
    },
    onSuccess: () => sessionActions.end('deleted'),
  })
}

/**
 * Returns the mutation that saves the root certificate of the party's edge as a file, or null if the edge uses a
 * certificate of another authority.
 */
export function useDownloadCertificate() {
  return useMutation({
    mutationFn: async (partyId: string) => {
      const { pem } = await call(GetEdgeCertificate, { partyId })
      if (pem === null) return null
      const fileName = `tessera-edge-${partyId}.crt`
      saveAs(new Blob([pem], { type: 'application/x-x509-ca-cert' }), fileName)
      return { fileName, fingerprint: await fingerprintOf(pem) }
    },
  })
}

/** Refreshes the user's parties and roles, because an edge may have been enrolled or a permission may have changed. */
export function useFreshSession() {
  const { token, party, isTourist } = useSession()
  const parties = useQuery({
    queryKey: MY_PARTIES,
    queryFn: ({ signal }) => fetchMyParties({ signal }),
    enabled: token !== null,
    staleTime: 60_000,
  })
  const role = useQuery({
    queryKey: [...MY_ROLE, party?.id],
    queryFn: ({ signal }) => call(GetRole, {}, { signal }),
    enabled: token !== null && (party !== null || isTourist),
    staleTime: 60_000,
  })
  useEffect(() => {
    if (parties.data && getSession().token) sessionActions.setParties(parties.data)
  }, [parties.data])
  useEffect(() => {
    if (role.data && getSession().token) sessionActions.setRole(role.data.role, role.data.orgCode)
  }, [role.data])
}
