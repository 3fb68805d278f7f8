import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { EMAIL, PHONE } from '@tessera/contract'
import {
  ChangePassword,
  CheckUnique,
  GetCaptcha,
  GetRole,
  ListMyParties,
  Login,
  Logout,
  Register,
  ResetPassword,
  SendCode,
  VerifyCode,
} from '@tessera/contract/wire'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { getSession, sessionActions, useSession } from '../../lib/session.ts'
import { encryption } from './encrypt.ts'

/** A phone number or an e-mail address, told apart by its form. */
export function contactOf(text: string): { phone: string } | { email: string } | null {
  const contact = text.trim()
  if (PHONE.test(contact)) return { phone: contact }
  return EMAIL.test(contact) ? { email: contact } : null
}

export const captchaQuery = (key: string) =>
  queryOptions({
    queryKey: ['captcha', key],
    queryFn: ({ signal }) => call(GetCaptcha, { key }, { signal }),
    // Asking again for the same key makes another picture, which what was typed does not fit.
    staleTime: 'static',
    gcTime: 0,
  })

/** Logs in and fetches the parties before anybody is told, so that the guard decides once where to go. */
export function useLogin() {
  return useMutation({
    mutationFn: async (input: { username: string; password: string; captcha: string; captchaKey: string }) => {
      const encrypt = await encryption()
      const { token, user } = await call(Login, {
        ...input,
        username: await encrypt(input.username.trim()),
        password: await encrypt(input.password),
      })
      const parties = await call(ListMyParties, {}, { token })
      sessionActions.start(token, user, parties ?? [])
    },
  })
}

export function useLogout() {
  return useMutation({
    // Whatever the platform answers, this browser forgets.
    mutationFn: () => call(Logout).catch(() => null),
    onSettled: () => sessionActions.end('logout'),
  })
}

export type Purpose = 'register' | 'reset'

export function useSendCode(purpose: Purpose) {
  return useMutation({
    mutationFn: async (contact: NonNullable<ReturnType<typeof contactOf>>) => {
      if (purpose === 'register') await call(CheckUnique, contact)
      await call(SendCode, { ...contact, purpose })
    },
  })
}

export function useVerifyCode() {
  return useMutation({
    mutationFn: ({ contact, code }: { contact: NonNullable<ReturnType<typeof contactOf>>; code: string }) =>
      call(VerifyCode, { ...contact, code }),
  })
}

export interface Verified {
  contact: NonNullable<ReturnType<typeof contactOf>>
  code: string
  /** Whose account it is, when resetting. */
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

/** Takes over the newest parties and role of the user: an edge may have joined, a right may have changed. */
export function useFreshSession() {
  const { token, party, isTourist } = useSession()
  const parties = useQuery({
    queryKey: ['my-parties'],
    queryFn: ({ signal }) => call(ListMyParties, {}, { signal }),
    enabled: token !== null,
    staleTime: 60_000,
  })
  const role = useQuery({
    queryKey: ['my-role', party?.id],
    queryFn: ({ signal }) => call(GetRole, {}, { signal }),
    enabled: token !== null && (party !== null || isTourist),
    staleTime: 60_000,
  })
  useEffect(() => {
    if (parties.data !== undefined && getSession().token) sessionActions.setParties(parties.data ?? [])
  }, [parties.data])
  useEffect(() => {
    if (role.data && getSession().token) sessionActions.setRole(role.data.role, role.data.orgCode)
  }, [role.data])
}
