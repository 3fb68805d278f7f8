import { z } from 'zod'

/**
 * How the input travels: in the query string, as a form, as JSON, or as multipart beside files.
 * Names in the path (`:key`) are taken from the input too.
 */
export type Carrier = 'query' | 'form' | 'json' | 'multipart'

/** Who may call: anybody, whoever is logged in, or one who acts for a party. */
export type Access = 'open' | 'user' | 'party'

/** Which process answers: the platform, a party's edge, or both under the same path. */
export type Server = 'platform' | 'edge' | 'both'

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  carrier: Carrier
  access: Access
  server: Server
  input: I
  output: O
  /** Files that come with it and are read whole before it is handled; a handler without takes its file as it comes. */
  files?: FileLimits | undefined
  /** Its output travels without an envelope, as the callers of a service in between expect; its errors have one. */
  isBare?: boolean | undefined
  /** One sentence for OpenAPI and readers. */
  summary: string
}

/** Of all files of a call together. */
export interface FileLimits {
  most: number
  megabytes: number
}

type Options<I extends z.ZodType, O extends z.ZodType> = {
  method: Endpoint['method']
  path: string
  summary: string
  input?: I
  output?: O
  carrier?: Carrier
  files?: FileLimits
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

/** What a caller passes and a handler receives, in our words. */
export type Input<E extends Endpoint> = z.output<E['input']>
/** What a handler returns and a caller receives, in our words. */
export type Output<E extends Endpoint> = z.output<E['output']>
