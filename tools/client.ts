import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, Input, Language, Output } from '@tessera/contract'
import { findRoute } from '@tessera/contract/rights'
import {
  DEFAULT_PREFIX,
  type Envelope,
  GetCaptcha,
  GetEdgeToken,
  GetPublicKey,
  HEADERS,
  Login,
  OpenEdgeSession,
} from '@tessera/contract/wire'
import { ProgressLimit } from '@tessera/server'
import { z } from 'zod'
import { Browser } from '../apps/edge/src/testing/browser.ts'
import { DEMO_HEADER } from '../apps/platform/src/lib/demo.ts'
import { SIGNING_PIN } from './places.ts'

/**
 * Codes of errors that ask the user to try again later. A call that failed with one of them may still have had an
 * effect, which is harmless: the demo's calls can be repeated.
 */
const TRANSIENT = new Set(['edge.platform-away', 'account.code-not-sent', 'request.too-many', 'run.engine-away'])
const REPEAT_AFTER_MS = 2_000
/** Gives up repeating a call after this time. */
const REPEAT_LIMIT_MS = 300_000

/** Returns whether repeating the call can succeed: its error is in TRANSIENT, or no process was listening. */
function isTransient(error: unknown): error is Error {
  if (error instanceof CallError) return TRANSIENT.has(error.code)
  return error instanceof UnreachableError && error.code === 'ECONNREFUSED'
}

export class CallError extends Error {
  readonly code: string

  constructor(path: string, envelope: Partial<Envelope>) {
    super(`${path}: ${envelope.message ?? 'no answer'} (${envelope.error ?? 'no code'})`)
    this.code = envelope.error ?? 'internal'
  }
}

/** No answer came. The message names the address and the reason, which fetch reports only as the cause of its error. */
class UnreachableError extends Error {
  readonly code: string | undefined

  constructor(url: string, cause: { code?: string; message?: string } | undefined) {
    super(`no answer from ${url.split('?')[0]}: ${cause?.message || cause?.code || 'no reason given'}`, { cause })
    this.code = cause?.code
  }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw error instanceof TypeError ? new UnreachableError(url, error.cause as { code?: string }) : error
  }
}

/** A client of the public API for the demo, tests and scripts. It uses the same contract as the console. */
export class Client {
  readonly platformUrl: string
  readonly language: Language
  token = ''
  partyId = '0'
  edgeUrl: string | null = null
  /** The secret by which the platform recognises the demo's own accounts. Set only while the demo starts. */
  demoSecret: string | undefined
  /**
   * Callback with a line for each transient failure, after which the client repeats the call. Set only while the demo
   * starts.
   */
  onRepeat: ((line: string) => void) | undefined
  /**
   * The PIN of the logged-in user at their party's edge. It opens the session that is required for calls that read
   * rows.
   */
  pin = SIGNING_PIN
  /** Name of the user in the edge's list of members. */
  username = ''
  #edgeToken: { token: string; expires: number } | null = null
  #session: Promise<Browser> | null = null

  constructor(platformUrl: string, language: Language = 'en') {
    this.platformUrl = platformUrl
    this.language = language
  }

  async call<E extends Endpoint>(
    endpoint: E,
    input: Input<E> = {} as Input<E>,
    at?: 'platform' | 'edge',
  ): Promise<Output<E>> {
    const progressLimit = new ProgressLimit(REPEAT_LIMIT_MS)
    for (;;) {
      try {
        return await this.#callInSession(endpoint, input, at)
      } catch (error) {
        if (!this.onRepeat || !isTransient(error) || progressLimit.hasPassed) throw error
        this.onRepeat(`  ${error.message}: trying again`)
        await sleep(REPEAT_AFTER_MS)
      }
    }
  }

  async #callInSession<E extends Endpoint>(endpoint: E, input: Input<E>, at?: 'platform' | 'edge'): Promise<Output<E>> {
    try {
      return await this.#callOnce(endpoint, input, at)
    } catch (error) {
      const isOver = error instanceof CallError && error.code === 'edge.session-required'
      if (!isOver || !this.#session) throw error
      // The session has ended: it was unused for too long, or the edge has restarted.
      this.#session = null
      return this.#callOnce(endpoint, input, at)
    }
  }

  async #callOnce<E extends Endpoint>(endpoint: E, input: Input<E>, at?: 'platform' | 'edge'): Promise<Output<E>> {
    const body = z.encode(endpoint.input, input as never) as Record<string, unknown>
    const toEdge = at
      ? at === 'edge'
      : endpoint.server === 'edge' || (endpoint.server === 'both' && this.edgeUrl !== null)
    let path = endpoint.path
    for (const [, name] of endpoint.path.matchAll(/:(\w+)/g)) {
      path = path.replace(`:${name}`, encodeURIComponent(String(body[name as string])))
      delete body[name as string]
    }
    const query = endpoint.carrier === 'query' ? `?${new URLSearchParams(textual(body))}` : ''
    const sent = { form: () => String(new URLSearchParams(textual(body))), json: () => JSON.stringify(body) }
    const text = endpoint.carrier in sent ? sent[endpoint.carrier as keyof typeof sent]() : null
    const headers: Record<string, string> = {
      ...(await this.#headers(toEdge)),
      ...(toEdge && findRoute(endpoint.method, endpoint.path)?.takesSession
        ? await (await this.#inSession()).headers(endpoint.method, `${path}${query}`, text ?? '')
        : {}),
      ...(endpoint.carrier === 'json' && { 'content-type': 'application/json' }),
      ...(endpoint.carrier === 'form' && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const init: RequestInit = { method: endpoint.method, headers, body: text }
    return this.#answer(endpoint, await reach(`${this.#base(toEdge)}${path}${query}`, init))
  }

  /** Uploads a file as a browser does. */
  async upload<E extends Endpoint>(endpoint: E, file: Blob, name: string): Promise<Output<E>> {
    const toEdge = endpoint.server === 'edge'
    const form = new FormData()
    form.append('file', file, name)
    const init = { method: 'POST', headers: await this.#headers(toEdge), body: form }
    return this.#answer(endpoint, await reach(`${this.#base(toEdge)}${endpoint.path}`, init))
  }

  async login(username: string, password: string, captcha: string) {
    const captchaKey = String(1 + Math.floor(Math.random() * 100_000))
    await this.call(GetCaptcha, { key: captchaKey })
    const encrypt = await this.encryption()
    const session = await this.call(Login, {
      username: encrypt(username),
      password: encrypt(password),
      captcha,
      captchaKey,
    })
    this.token = session.token
    this.username = username
    return session.user
  }

  /** Returns a function that encrypts passwords for the platform (RSA-OAEP with SHA-256, base64). */
  async encryption(): Promise<(secret: string) => string> {
    const { spki, nonce } = await this.call(GetPublicKey)
    const key: KeyObject = spki.includes('BEGIN')
      ? createPublicKey(spki)
      : createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
    return (secret) =>
      publicEncrypt(
        { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(`${nonce} ${secret}`),
      ).toString('base64')
  }

  async #headers(toEdge: boolean): Promise<Record<string, string>> {
    const token = toEdge ? await this.#tokenForEdge() : this.token
    const demo: Record<string, string> = this.demoSecret && !toEdge ? { [DEMO_HEADER]: this.demoSecret } : {}
    return { [HEADERS.token]: token, [HEADERS.party]: this.partyId, [HEADERS.language]: this.language, ...demo }
  }

  /**
   * Opens a session with its own key, as a browser does. The access token tells the edge which user of the platform
   * asks.
   */
  #inSession(): Promise<Browser> {
    this.#session ??= this.#openSession().catch((error) => {
      this.#session = null
      throw error
    })
    return this.#session
  }

  async #openSession(): Promise<Browser> {
    const browser = new Browser()
    const { method, path } = OpenEdgeSession
    const body = JSON.stringify({ username: this.username, proof: { pin: this.pin } })
    const response = await fetch(`${this.#base(true)}${path}`, {
      method,
      headers: {
        ...(await this.#headers(true)),
        ...(await browser.headers(method, path, body)),
        'content-type': 'application/json',
      },
      body,
    })
    await this.#answer(OpenEdgeSession, response)
    return browser
  }

  async #tokenForEdge(): Promise<string> {
    if (!this.#edgeToken || this.#edgeToken.expires < Date.now()) {
      const { token, expiresInSeconds } = await this.call(GetEdgeToken, { partyId: this.partyId }, 'platform')
      this.#edgeToken = { token, expires: Date.now() + (expiresInSeconds - 60) * 1_000 }
    }
    return this.#edgeToken.token
  }

  #base(toEdge: boolean): string {
    if (!toEdge) return `${this.platformUrl}${DEFAULT_PREFIX}`
    if (!this.edgeUrl) throw new Error('this party has no edge')
    return this.edgeUrl
  }

  async #answer<E extends Endpoint>(endpoint: E, response: Response): Promise<Output<E>> {
    const envelope = (await response.json().catch(() => ({ message: `HTTP ${response.status}` }))) as Partial<Envelope>
    if (!envelope.success) throw new CallError(endpoint.path, envelope)
    return z.decode(endpoint.output, envelope.result as never) as Output<E>
  }
}

const textual = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
