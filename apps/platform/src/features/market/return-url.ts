import { fail } from '@tessera/contract'

/**
 * The way back, if it leads to this very origin. Checked as it is written too, not only as it is read here: other
 * programs read userinfo, backslashes and white space in other ways.
 */
export function checkReturnUrl(text: string, origin: string): string {
  const url = URL.parse(text) ?? fail('market.return-refused')
  const isWritten = text === origin || ['/', '?', '#'].some((delimiter) => text.startsWith(origin + delimiter))
  const isPlain = /^[\x21-\x5b\x5d-\x7e]+$/.test(text)
  if (!isWritten || !isPlain || url.origin !== origin || url.username || url.password) fail('market.return-refused')
  return url.href
}
