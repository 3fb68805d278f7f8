import { z } from 'zod'

export const User = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
})
export type User = z.infer<typeof User>

export const MemberRole = z.enum(['admin', 'member'])
export type MemberRole = z.infer<typeof MemberRole>

/** A member's role in the party. A super administrator is an administrator who may also appoint administrators. */
export const PartyRole = z.enum(['super-admin', ...MemberRole.options])
export type PartyRole = z.infer<typeof PartyRole>

/** Maximum length of feedback to the operator, in characters. */
export const FEEDBACK_MAX = 1_000

export const CodePurpose = z.enum(['login', 'register', 'reset'])
export type CodePurpose = z.infer<typeof CodePurpose>

/** Matches a Chinese mobile phone number: 1, then a digit from 3 to 9, then nine digits. */
export const PHONE = /^1[3-9]\d{9}$/
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const PASSWORD_LENGTH = { least: 8, most: 16 } as const
/**
 * Matches a valid password: within the length limits, with a letter, a digit and one of the listed characters, and
 * without spaces.
 */
export const PASSWORD = new RegExp(
  `^(?=.*[A-Za-z])(?=.*\\d)(?=.*[!@#$%^&*()_+.])[^\\s]{${PASSWORD_LENGTH.least},${PASSWORD_LENGTH.most}}$`,
)
export const USERNAME_MAX = 20
/** Matches one or more words, with one space between two words. */
const USERNAME = /^[^\s\p{C}]+( [^\s\p{C}]+)*$/u

/**
 * Returns whether a user name is valid. A name that looks like a phone number or an e-mail address is refused, because
 * at log-in it could be mistaken for that of another user.
 */
export const isUsername = (name: string): boolean =>
  USERNAME.test(name) && [...name].length <= USERNAME_MAX && !PHONE.test(name.replaceAll(' ', '')) && !EMAIL.test(name)
/**
 * Returns a name in one Unicode form (NFC). "Zoë" can be written with one code point or with two, and both look alike.
 * Keyboards and systems differ in which form they send, and both forms must be the same name.
 */
export const composed = (name: string): string => name.normalize('NFC')
/** How long a browser counts as known after its last log-in, and how many users one browser can be known for. */
export const KNOWN_BROWSER_DAYS = 180
export const KNOWN_BROWSERS_MAX = 5
/** Seconds until a code can be sent again. */
export const RESEND_SECONDS = { register: 120, reset: 60 } as const

export interface Department {
  name: string
  orgCode: string
  children: Department[]
}
export const Department: z.ZodType<Department> = z.object({
  name: z.string(),
  orgCode: z.string(),
  get children() {
    return z.array(Department)
  },
})

/** Lifetime of a token for an edge. An edge does not accept a longer lifetime, whatever the token states. */
export const EDGE_TOKEN_SECONDS = 600
/** Maximum difference between the clocks of an edge and its platform. */
export const CLOCK_TOLERANCE_SECONDS = 120

/** Claims that an edge reads from the access token of a browser. */
export const EdgeClaims = z.object({
  /**
   * Id of the token. The platform logs it when it issues the token, and the edge logs it beside what the token was used
   * to read. The id authorises nothing.
   */
  tokenId: z.string().min(1).max(100),
  userId: z.string(),
  username: z.string(),
  displayName: z.string(),
  partyId: z.string(),
  role: MemberRole,
  orgCode: z.string(),
})
export type EdgeClaims = z.infer<typeof EdgeClaims>
