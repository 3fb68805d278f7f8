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

/** How a member stands in the party: super administrators are administrators who also appoint them. */
export const PartyRole = z.enum(['super-admin', ...MemberRole.options])
export type PartyRole = z.infer<typeof PartyRole>

/** Characters of what somebody tells the operator. */
export const FEEDBACK_MAX = 1_000

export const CodePurpose = z.enum(['login', 'register', 'reset'])
export type CodePurpose = z.infer<typeof CodePurpose>

/** Phone: 1, then 3 to 9, then nine digits. */
export const PHONE = /^1[3-9]\d{9}$/
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const PASSWORD_LENGTH = { least: 8, most: 16 } as const
/** So many characters with a letter, a digit and one of the listed characters, no spaces. */
export const PASSWORD = new RegExp(
  `^(?=.*[A-Za-z])(?=.*\\d)(?=.*[!@#$%^&*()_+.])[^\\s]{${PASSWORD_LENGTH.least},${PASSWORD_LENGTH.most}}$`,
)
export const USERNAME_MAX = 20
/** Words with one space between them, as people are called. */
const USERNAME = /^[^\s\p{C}]+( [^\s\p{C}]+)*$/u

/** A name that reads like a phone number or an address could pass for somebody else's at log-in. */
export const isUsername = (name: string): boolean =>
  USERNAME.test(name) && [...name].length <= USERNAME_MAX && !PHONE.test(name.replaceAll(' ', '')) && !EMAIL.test(name)
/**
 * A name in one spelling: "Zoë" can be written with one code point or with two, which look alike and must be one name.
 * Keyboards and systems differ in which of them they send.
 */
export const composed = (name: string): string => name.normalize('NFC')
/** How long a browser counts as known after its last log-in, and how many users can be known in one. */
export const KNOWN_BROWSER_DAYS = 180
export const KNOWN_BROWSERS_MAX = 5
/** Seconds until a code may be sent again. */
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

/** How long a token for an edge is good, whatever it says of itself. */
export const EDGE_TOKEN_SECONDS = 600
/** By how much the clocks of an edge and of its platform may differ. */
export const CLOCK_TOLERANCE_SECONDS = 120

/** What an edge reads out of the token a browser shows it. */
export const EdgeClaims = z.object({
  /** Stands in the platform's log of issued tokens and beside what the edge let read with it; opens nothing. */
  tokenId: z.string().min(1).max(100),
  userId: z.string(),
  username: z.string(),
  displayName: z.string(),
  partyId: z.string(),
  role: MemberRole,
  orgCode: z.string(),
})
export type EdgeClaims = z.infer<typeof EdgeClaims>
