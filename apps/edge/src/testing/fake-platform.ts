import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  type EdgeClaims,
  type EdgeReport,
  type EdgeTask,
  type EdgeToPlatform,
  type EnrolRequest,
  type ErrorCode,
  edgeSubject,
  LINK_CLOSED,
  LINK_MESSAGE_MAX_BYTES,
  type LogHead,
  logHeadText,
  type NamesAsked,
  type NamesWanted,
  PLATFORM_LOG,
  type PlatformToEdge,
  type RunProgress,
  type RunSilence,
  type RunWork,
  SharedResult,
  type SignedHead,
} from '@tessera/contract'
import { WireEdgeTask } from '@tessera/contract/wire'
import { type Build, type Builds, sha256, VERSION } from '@tessera/server'
import Fastify from 'fastify'
import { decodeJwt, exportJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type WebSocket, WebSocketServer } from 'ws'

const refusal = (error: string) => ({ success: false, code: 500, message: error, result: null, timestamp: 0, error })
const answerOf = (body: object) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${JSON.stringify(body)}`

const newSockets = () => new WebSocketServer({ noServer: true, maxPayload: LINK_MESSAGE_MAX_BYTES })

/** A task for tests. If it has no code of its own, it uses the code of its algorithm. */
export type TaskOfFake = Omit<EdgeTask, 'code'> & Partial<Pick<EdgeTask, 'code'>>

/** A platform for tests of an edge. It uses a real network socket and real signatures. */
export class FakePlatform {
  url = ''
  consoleOrigin = 'http://console.example:8080'
  readonly tasks = new Map<string, TaskOfFake>()
  /** For each task, the columns whose categories and classes the platform needs. */
  readonly wanted = new Map<string, NamesWanted & Partial<NamesAsked>>()
  /** For each task or member, the reason for which rows cannot be selected. */
  readonly closed = new Map<string, ErrorCode>()
  readonly codes = new Map<string, Buffer>()
  /** For each task, the weights of the model from which its training starts. */
  readonly starts = new Map<string, Buffer>()
  /** Version of Tessera that the platform sends together with an algorithm's code. */
  version = VERSION
  /** Models by id. `logged` is the hash that the platform logged, if it differs from the hash of the file. */
  readonly models = new Map<string, { file: Buffer; card: object; logged?: string }>()
  readonly reports: EdgeReport[] = []
  readonly progress: RunProgress[] = []
  readonly work: RunWork[] = []
  readonly silence: RunSilence[] = []
  /** Results that edges have shared, by run. */
  readonly results = new Map<string, SharedResult>()
  refusesResults: string | null = null
  readonly heartbeats: Extract<EdgeToPlatform, { kind: 'heartbeat' }>[] = []
  /** Returns the response to a report: an error code, or null for success. */
  answer: (report: EdgeReport) => string | null = () => null
  /** If true, the fake platform accepts reports without confirming them, as if it had crashed. */
  isSilent = false
  enrolmentCode = 'code-1'
  /** Requests of all edges that have joined. */
  readonly enrolled: EnrolRequest[] = []
  partyId = '1001'
  /** Whether the fake platform checks the party of an edge. Set to false to simulate earlier platforms. */
  knowsKeptParty = true
  /** If true, the fake platform enrols the edge but loses the response. */
  losesAnswer = false
  fleetAddress = '127.0.0.1:9'
  fleetAuthority = 'not a certificate'
  nodePublicKey = ''
  head: LogHead = { seq: 7, hash: 'a'.repeat(64) }
  readonly #key = generateKeyPairSync('ed25519')
  #edgeKey: ReturnType<typeof createPublicKey> | null = null
  #http = this.#build()
  #sockets = newSockets()
  #shutOut: string | null = null
  /** Number of connection requests by an edge, whatever the response was. */
  linkRequests = 0

  async start(port = 0) {
    await this.#http.listen({ host: '127.0.0.1', port })
    this.url = `http://127.0.0.1:${(this.#http.server.address() as AddressInfo).port}`
    this.#http.server.on('upgrade', (request, socket, head) => {
      this.linkRequests += 1
      // Handles socket errors until the caller is authenticated. Without this handler, an edge that is killed in the
      // meantime would end the test.
      socket.on('error', () => socket.destroy())
      void this.#isEdge(request.headers.authorization).then((known) => {
        if (known && this.#shutOut) return socket.end(answerOf(refusal(this.#shutOut)))
        if (!known || request.url !== '/edge/link') return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
        this.#sockets.handleUpgrade(request, socket, head, (ws) => this.#attend(ws))
      })
    })
    return this
  }

  get port() {
    return Number(new URL(this.url).port)
  }

  /**
   * Simulates a platform that is offline: it serves no calls and no sockets. To come back at the same address, call
   * `rebuild()` and then `start(port)`.
   */
  async goAway() {
    for (const client of this.#sockets.clients) client.terminate()
    await this.#http.close()
  }

  async comeBack() {
    const { port } = this
    this.#http = this.#build()
    this.#sockets = newSockets()
    await this.start(port)
  }

  /** Refuses the edge for this reason, or accepts it again if the reason is null. */
  shutOut(because: string | null) {
    this.#shutOut = because
    if (because) for (const client of this.#sockets.clients) client.close(LINK_CLOSED.shutOut)
  }

  /** Returns the builds of algorithms that the platform offers. */
  builds(): Builds {
    return Object.fromEntries([...this.codes].map(([id, code]) => [id, buildOf(code)]))
  }

  get isLinked() {
    return this.#sockets.clients.size > 0
  }

  command(message: PlatformToEdge) {
    for (const client of this.#sockets.clients) client.send(JSON.stringify(message))
  }

  async keys() {
    return { keys: [{ ...(await exportJWK(this.#key.publicKey)), kid: 'k1', alg: 'EdDSA', use: 'sig' }] }
  }

  /** Creates an edge token like the ones that browsers get. `more` overrides any claim, to create invalid tokens. */
  async edgeToken(claims: Partial<EdgeClaims> = {}, more: JWTPayload & { key?: unknown } = {}): Promise<string> {
    const { key, ...rest } = more
    const { tokenId, ...who } = { ...person('alice'), ...claims }
    const partyId = claims.partyId ?? this.partyId
    const iat = more.iat ?? Math.floor(Date.now() / 1_000)
    const usual = { ...who, partyId, jti: tokenId, aud: edgeSubject(partyId), iat, exp: iat + 600 }
    return new SignJWT({ ...usual, ...rest })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k1' })
      .sign((key as never) ?? this.#key.privateKey)
  }

  countersign(head: LogHead, of = edgeSubject(this.partyId)) {
    const text = Buffer.from(logHeadText(of, head))
    return { head, signature: sign(null, text, this.#key.privateKey).toString('base64url') }
  }

  isCountersigned({ head, signature }: SignedHead, of: string): boolean {
    const text = Buffer.from(logHeadText(of, head))
    return verify(null, text, this.#edgeKey as never, Buffer.from(signature, 'base64url'))
  }

  /** Returns the message that the platform sends every minute. */
  welcome(fields: Partial<Extract<PlatformToEdge, { kind: 'welcome' }>> = {}): PlatformToEdge {
    const { signature } = this.countersign(this.head, PLATFORM_LOG)
    return { kind: 'welcome', logHead: this.head, signature, countersigned: null, heads: [], ...fields }
  }

  async #isEdge(authorization: string | undefined): Promise<boolean> {
    const token = authorization?.replace('Bearer ', '') ?? ''
    if (!this.#edgeKey) return false
    const subject = edgeSubject(this.partyId)
    return jwtVerify(token, this.#edgeKey, { audience: 'platform', issuer: subject, subject }).then(
      () => Number(decodeJwt(token).exp) - Number(decodeJwt(token).iat) <= 60,
      () => false,
    )
  }

  #attend(ws: WebSocket) {
    const say = (message: PlatformToEdge) => ws.send(JSON.stringify(message))
    ws.on('message', (data) => {
      const message = JSON.parse(String(data)) as EdgeToPlatform
      if (message.kind === 'heartbeat') {
        this.heartbeats.push(message)
        if (this.heartbeats.length === 1) {
          say(this.welcome({ countersigned: this.countersign(message.logHead) }))
        }
        return
      }
      if (message.kind === 'progress') {
        const { kind: _kind, ...progress } = message
        this.progress.push(progress)
        return
      }
      if (message.kind === 'silence') {
        const { kind: _kind, ...silence } = message
        this.silence.push(silence)
        return
      }
      if (message.kind === 'work') {
        const { kind: _kind, ...work } = message
        this.work.push(work)
        return
      }
      this.reports.push(message.report)
      if (!this.isSilent) say({ kind: 'acknowledge', id: message.id, error: this.answer(message.report) })
    })
  }

  #build() {
    const app = Fastify({ forceCloseConnections: true })
    app.addHook('onRequest', async (request, reply) => {
      if (request.url === '/edge/enrol' || (await this.#isEdge(request.headers.authorization))) return
      return reply.code(401).send(refusal('edge.unknown'))
    })
    app.post('/edge/enrol', async (request) => {
      const { code, partyId, linkPublicKey, nodePublicKey } = request.body as EnrolRequest
      const isOthers = this.knowsKeptParty && partyId !== undefined && partyId !== this.partyId
      if (code !== this.enrolmentCode || isOthers) return refusal('edge.enrolment-invalid')
      this.enrolled.push(request.body as EnrolRequest)
      this.#edgeKey = createPublicKey(linkPublicKey)
      this.nodePublicKey = nodePublicKey
      if (this.losesAnswer) return refusal('edge.platform-away')
      const result = {
        partyId: this.partyId,
        partyName: '第一医院',
        partyNameEn: 'First Hospital',
        keys: await this.keys(),
        consoleOrigin: this.consoleOrigin,
        fleetAddress: this.fleetAddress,
        fleetAuthority: this.fleetAuthority,
        signer: { userId: 'u-alice', username: 'alice' },
        prefix: '/jeecg-boot',
      }
      return { success: true, code: 200, message: '', result, timestamp: 0 }
    })
    app.get('/edge/keys', () => this.keys())
    app.get('/edge/tasks/:id', (request) => {
      const task = this.tasks.get(idOf(request))
      if (!task) return refusal('task.not-found')
      const hash = this.builds()[task.plan.algorithm]?.codeHash ?? ''
      return WireEdgeTask.encode({ code: { hash, version: this.version }, ...task })
    })
    app.get('/edge/tasks/:id/start', (request, reply) => {
      const numbers = this.starts.get(idOf(request))
      return numbers ? reply.type('application/octet-stream').send(numbers) : refusal('task.start-none')
    })
    app.get('/edge/tasks/:id/names', (request) => {
      const wanted = this.wanted.get(idOf(request))
      return wanted ? { others: [], ...wanted } : refusal('task.no-columns')
    })
    app.get('/edge/tasks/:id/choosing', (request) => {
      const { userId } = request.query as { userId: string }
      const code = this.closed.get(idOf(request)) ?? this.closed.get(userId)
      return { refusal: code ? { code, params: { task: 'A copy' } } : null }
    })
    app.get('/edge/algorithms/:id/code', (request, reply) => {
      const code = this.codes.get(idOf(request))
      return code ? reply.type('application/octet-stream').send(code) : reply.send(refusal('algorithm.not-found'))
    })
    app.post('/edge/runs/:id/result', (request) => {
      if (this.refusesResults) return refusal(this.refusesResults)
      this.results.set(idOf(request), SharedResult.parse(request.body))
      return { success: true, code: 200, message: '', result: null, timestamp: 0 }
    })
    app.get('/edge/models/:id/file', (request, reply) => {
      const model = this.models.get(idOf(request))
      return model ? reply.type('application/octet-stream').send(model.file) : reply.send(refusal('model.not-found'))
    })
    app.get('/edge/models/:id/card', (request) => {
      const model = this.models.get(idOf(request))
      if (!model) return refusal('model.not-found')
      const sha256 = createHash('sha256').update(model.file).digest('hex')
      return { ...model.card, sha256: model.logged ?? sha256 }
    })
    return app
  }
}

const idOf = (request: { params: unknown }) => (request.params as { id: string }).id

/** Returns the hashes of a code bundle together with the library that every installation in tests has. */
export const buildOf = (code: Buffer): Build => ({ bundleHash: sha256(code), codeHash: codeHashOf(sha256(code)) })
export const codeHashOf = (bundleHash: string, library = 'the library') => sha256(`${bundleHash} and ${library}`)

/** Returns the token claims of a synthetic member. */
export function person(username: string, more: Partial<EdgeClaims> = {}): EdgeClaims {
  return {
    tokenId: `token-of-${username}`,
    userId: `u-${username}`,
    username,
    displayName: username,
    partyId: '1001',
    role: 'member',
    orgCode: '',
    ...more,
  }
}
