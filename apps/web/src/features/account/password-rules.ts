import { PASSWORD_LENGTH } from '@tessera/contract'

/** The rules of `PASSWORD` as separate checks, in display order. */
export const PASSWORD_RULES = {
  ruleLength: (text: string) => text.length >= PASSWORD_LENGTH.least && text.length <= PASSWORD_LENGTH.most,
  ruleLetter: (text: string) => /[A-Za-z]/.test(text),
  ruleDigit: (text: string) => /\d/.test(text),
  ruleSymbol: (text: string) => /[!@#$%^&*()_+.]/.test(text),
  ruleNoSpace: (text: string) => /^\S+$/.test(text),
}

export type PasswordRule = keyof typeof PASSWORD_RULES

/** Returns the rules that a password does not meet. */
export function brokenRules(text: string): PasswordRule[] {
  return (Object.keys(PASSWORD_RULES) as PasswordRule[]).filter((rule) => !PASSWORD_RULES[rule](text))
}
