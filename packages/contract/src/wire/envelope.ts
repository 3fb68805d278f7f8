import { z } from 'zod'

/**
 * The envelope of every response. Tessera added `error` to it: clients should branch on `error`, never on `message`.
 */
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

/** The message of every successful answer. Older clients compare `message` with this word after they submit a task. */
export const SUCCESS_MESSAGE = '成功'

export const HEADERS = {
  token: 'x-access-token',
  party: 'tenant-id',
  partyAlias: 'tenant_id',
  language: 'accept-language',
  /** Header of every answer, with the number of the request in the log. */
  requestId: 'x-request-id',
} as const

export const DEFAULT_PREFIX = '/jeecg-boot'
/** The party id in the API for a user who acts for no party. */
export const TOURIST = '0'
