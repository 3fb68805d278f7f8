import { fail } from '@tessera/contract'

/**
 * Returns the return address if it has this origin. The check reads the text itself and not only the parsed URL,
 * because other programs parse userinfo, backslashes and white space differently.
 */
export function checkReturnUrl(text: string, origin: string): string {
  const url = URL.parse(text) ?? fail('market.return-refused')
  const isWritten = text === origin || ['/', '?', '#'].some((delimiter) => text.startsWith(origin + delimiter))
  const isPlain = /^[\x21-\x5b\x5d-\x7e]+$/.test(text)
  if (!isWritten || !isPlain || url.origin !== origin || url.username || url.password) fail('market.return-refused')
  return url.href
}
