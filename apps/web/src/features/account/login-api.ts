import { queryOptions } from '@tanstack/react-query'
import { GetCaptcha, Login } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { useMutation } from '../../lib/mutation.ts'
import { fetchMyParties } from '../../lib/my-parties.ts'
import { sessionActions } from '../../lib/session.ts'
import { encryption } from './encrypt.ts'
import { knownBrowsers, rememberBrowser } from './known-browsers.ts'

// Apart from the account's other calls: who logs in waits for these alone.

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
      const { token, user, knownBrowser } = await call(Login, {
        ...input,
        knownBrowsers: knownBrowsers(),
        username: await encrypt(input.username.trim()),
        password: await encrypt(input.password),
      })
      if (knownBrowser) rememberBrowser(knownBrowser)
      const parties = await fetchMyParties({ token })
      sessionActions.start(token, user, parties)
    },
  })
}
