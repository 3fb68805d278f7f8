import { queryOptions } from '@tanstack/react-query'
import { GetCaptcha, Login } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { useMutation } from '../../lib/mutation.ts'
import { fetchMyParties } from '../../lib/my-parties.ts'
import { sessionActions } from '../../lib/session.ts'
import { encryption } from './encrypt.ts'
import { knownBrowsers, rememberBrowser } from './known-browsers.ts'

// The calls of the log-in page. They are separate from other calls for accounts, so that the log-in page loads only
// these.

export const captchaQuery = (key: string) =>
  queryOptions({
    queryKey: ['captcha', key],
    queryFn: ({ signal }) => call(GetCaptcha, { key }, { signal }),
    // Each captcha has its own query key: refetching with the same key would return another captcha, which the typed
    // text does not match.
    staleTime: 'static',
    gcTime: 0,
  })

/** Logs in. Fetches the parties before the session changes, so that the guard redirects only once. */
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
