import { z } from 'zod'

/** The wire form of every answer. `error` is our addition: branch on it, never on `message`. */
export const Envelope = z.object({
  success: z.boolean(),
  code: z.number(),
  message: z.string(),
  result: z.unknown(),
  timestamp: z.number(),
  error: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type Envelope = z.infer<typeof Envelope>

/** The envelope of an error. `error` is the key of its text in `error-phrases/en.ts`; `params` fills the text. */
export const Failure = Envelope.extend({
  success: z.literal(false),
  code: z.int(),
  result: z.null(),
  timestamp: z.int(),
  error: z.string(),
  params: Envelope.shape.params.unwrap(),
})
export type Failure = z.infer<typeof Failure>

/** Older clients compare with this word after they submit a task. */
export const SUCCESS_MESSAGE = '成功'

export const HEADERS = {
  token: 'x-access-token',
  party: 'tenant-id',
  partyAlias: 'tenant_id',
  language: 'accept-language',
  /** In every answer: the number of this request in the log. */
  requestId: 'x-request-id',
} as const

export const DEFAULT_PREFIX = '/jeecg-boot'
/** The wire's party id of a user who acts for no party. */
export const TOURIST = '0'
