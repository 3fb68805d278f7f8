import { z } from 'zod'

/**
 * How the input is sent: in the query string, as a form, as JSON, or as multipart with files. Parameters in the path
 * (`:key`) are also taken from the input.
 */
export type Carrier = 'query' | 'form' | 'json' | 'multipart'

/** Who may call an endpoint: anyone, any user with a session, or only a user who acts for a party. */
export type Access = 'open' | 'user' | 'party'

/** Which process serves the endpoint: the platform, a party's edge, or each of the two under the same path. */
export type Server = 'platform' | 'edge' | 'both'

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  carrier: Carrier
  access: Access
  server: Server
  input: I
  output: O
  /**
   * Limits of files that are read completely before the handler runs. Without limits, the handler reads the file as it
   * arrives.
   */
  files?: FileLimits | undefined
  /**
   * Whether the output is sent without an envelope, as callers of the original service expect. Errors always have an
   * envelope.
   */
  isBare?: boolean | undefined
  /** Media type of the files in the form that is uploaded. */
  fileType?: string | undefined
  /** One sentence for OpenAPI and for readers of the contract. */
  summary: string
  /** Further facts that a caller must know. */
  description?: string | undefined
}

/** Limits for all files of one call together. */
export interface FileLimits {
  most: number
  megabytes: number
}

type Options<I extends z.ZodType, O extends z.ZodType> = {
  method: Endpoint['method']
  path: string
  summary: string
  description?: string
  input?: I
  output?: O
  carrier?: Carrier
  files?: FileLimits
  fileType?: string
  isBare?: boolean
  access?: Access
  server?: Server
}

const Nothing = z.object({})
const Null = z.null()

export function endpoint<I extends z.ZodType = typeof Nothing, O extends z.ZodType = typeof Null>(
  options: Options<I, O>,
): Endpoint<I, O> {
  const { method } = options
  return {
    carrier: method === 'GET' || method === 'DELETE' ? 'query' : 'json',
    access: 'party',
    server: 'platform',
    input: Nothing as unknown as I,
    output: Null as unknown as O,
    ...options,
  }
}

/** What a caller passes and a handler receives, under the internal field names. */
export type Input<E extends Endpoint> = z.output<E['input']>
/** What a handler returns and a caller receives, under the internal field names. */
export type Output<E extends Endpoint> = z.output<E['output']>
