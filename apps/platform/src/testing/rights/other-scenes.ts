import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LINK_PATHS } from '@tessera/contract'
import type { Facts, Who } from '@tessera/contract/rights'
import { holding } from '@tessera/contract/rights'
import {
  CreateEdgeEnrolment,
  GetSocketToken,
  HEADERS,
  MODEL_CARD_PATH,
  MODEL_FILE_PATH,
  ResetPassword,
  SOCKET_PATH,
} from '@tessera/contract/wire'
import { sha256 } from '@tessera/server'
import { newSecret } from '../../lib/ids.ts'
import { consoleOrigin } from '../../settings.ts'
import { call } from '../call.ts'
import { enrolledEdge, handedOver } from '../edge-caller.ts'
import { ALGORITHM } from '../task.ts'
import { buildMachines, type Caller, isOf } from './cast.ts'
import { type Answer, type Making, MODEL_SCENES, modelFacts, type Stage } from './scenes.ts'
import { addRun, addRunByItself, addTask, ONNX } from './things.ts'

/** Returns the test cases for a route that is not an endpoint of the contract, from its URL. */
type AtAddress = (url: string) => Making[]

/** Returns the test cases by method and path, as listed in the table of rights. */
export function otherScenes(stage: Stage): Record<string, AtAddress> {
  const { world, cast, addModel } = stage
  const { callers } = cast

  const inject = async (url: string, headers: Record<string, string>, payload?: object): Promise<Answer> => {
    const response = await world.app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers,
      ...(payload && { payload }),
    })
    const isEnvelope = response.body.startsWith('{"success":')
    return { status: response.statusCode, error: isEnvelope ? response.json().error : undefined }
  }
  /** Requests a WebSocket route without an upgrade. An authorised caller passes the check and then gets 404. */
  const knock = async (url: string, headers: Record<string, string>): Promise<Answer> => {
    const { status, error } = await inject(url, headers)
    return status === 404 ? { status: 200 } : { status, error }
  }
  /** Requests readiness. The answer "not ready" is valid, too, because the test runs no fleet. */
  const ready = async (url: string, headers: Record<string, string>): Promise<Answer> => {
    const { status, error } = await inject(url, headers)
    return { status: status === 503 ? 200 : status, error }
  }
  const open =
    (query = '', ask = inject): AtAddress =>
    (url) => [async () => ({ about: 'open', facts: () => ({}), ask: ({ headers }) => ask(url + query, headers) })]
  const byMachines =
    (id: () => Promise<string> | string, facts: (caller: Caller) => Facts, ask = inject): AtAddress =>
    (url) => [
      async () => {
        const address = url.replace(/:\w+/, await id())
        const callers = await buildMachines(world, cast)
        return { about: "the first party's", callers, isOnce: true, facts, ask: ({ headers }) => ask(address, headers) }
      },
    ]
  const claiming = (name: string, who: Who, headers: Record<string, string> = {}): Caller => ({ name, who, headers })

  const ofTask = byMachines(
    async () => (await addTask(world, cast)).taskId,
    (caller) => ({ task: { is: holding({ joined: isOf(caller, cast.a) || isOf(caller, cast.b) }) } }),
  )
  const ofModel = byMachines(
    async () => (await addModel('own')).own,
    (caller) => ({ model: { is: holding({ own: isOf(caller, cast.a) }) } }),
  )

  const ofEachModel: AtAddress = (url) =>
    MODEL_SCENES.map((what) => async () => {
      const modelId = (await addModel(what.has))[what.of]
      return {
        about: what.about,
        facts: (caller) => ({ model: modelFacts(cast, caller, what) }),
        ask: ({ headers }) => inject(`${url}?id=${modelId}`, headers),
      }
    })

  return {
    'GET /healthz': open(),
    'GET /readyz': open('', ready),
    'GET /docs/json': open(),
    'GET /docs/yaml': open(),
    [`GET ${LINK_PATHS.keys}`]: open(),
    [`GET ${ResetPassword.path}`]: open('?email=a%40example.org&password=x&smscode=000000'),
    'GET /sys/common/static/pictures/:name': (url) => [
      async () => {
        await world.deps.files.put('pictures/known.png', Buffer.from('a picture'))
        const ask: AtAddress = open()
        return (ask(url.replace(':name', 'known.png'))[0] as Making)()
      },
    ],

    [`GET ${MODEL_FILE_PATH}`]: ofEachModel,
    [`GET ${MODEL_CARD_PATH}`]: ofEachModel,

    [`GET ${SOCKET_PATH}`]: (url) => [
      async () => {
        const { boss, joiner } = callers
        const tokenOf = async ({ user }: Caller) =>
          (await call(world, GetSocketToken, {}, user && { user })).result.token
        const origin = consoleOrigin(world.settings)
        const showing = (token: string) => ({ origin, 'sec-websocket-protocol': token })
        const address = url.replace(':userId', boss.user?.userId ?? '')
        return {
          about: 'of one person',
          isOnce: true,
          callers: [
            claiming('with a token', 'user', showing(await tokenOf(boss))),
            claiming("with another user's token", 'anybody', showing(await tokenOf(joiner))),
            claiming("with a token, from another site's page", 'anybody', {
              ...showing(await tokenOf(boss)),
              origin: 'http://evil.example',
            }),
            claiming('with a session', 'anybody', { ...boss.headers, origin }),
            claiming('without anything', 'anybody', { origin }),
          ],
          facts: () => ({}),
          ask: ({ headers }) => knock(address, headers),
        }
      },
    ],

    [`POST ${LINK_PATHS.enrol}`]: (url) => [
      async () => {
        const { boss } = callers
        const who = boss.user && { user: boss.user, party: cast.a }
        const { code } = (await call(world, CreateEdgeEnrolment, {}, who)).result
        // Each caller has its own keys, because an edge that repeats the enrolment with the same keys gets the same
        // answer again.
        const newKeys = () => {
          const pairs = [generateKeyPairSync('ed25519'), generateKeyPairSync('ec', { namedCurve: 'P-384' })]
          const [linkPublicKey = '', nodePublicKey = ''] = pairs.map(({ publicKey }) =>
            String(publicKey.export({ type: 'spki', format: 'pem' })),
          )
          return { linkPublicKey, nodePublicKey }
        }
        const [before, edgeUrl] = [await enrolledEdge(world, cast.a), 'http://127.0.0.1:1']
        return {
          about: 'with a code',
          isOnce: true,
          callers: [
            claiming('with the code', 'new-edge', { code }),
            claiming('with the code a second time', 'anybody', { code }),
            claiming('with another code', 'anybody', { code: newSecret() }),
            { ...boss, headers: { ...boss.headers, code: '' } },
          ],
          facts: () => ({}),
          ask: async ({ headers: { code, ...headers } }) => {
            const keys = newKeys()
            const handover = await handedOver(cast.a.partyId, before, { to: keys.linkPublicKey, edgeUrl })
            return inject(url, headers, { code, edgeUrl, handover, ...keys })
          },
        }
      },
    ],
    [`GET ${LINK_PATHS.socket}`]: byMachines(
      () => '',
      () => ({}),
      knock,
    ),
    [`GET ${LINK_PATHS.task}`]: ofTask,
    [`GET ${LINK_PATHS.names}`]: ofTask,
    [`GET ${LINK_PATHS.start}`]: ofTask,
    [`GET ${LINK_PATHS.choosing}`]: ofTask,
    [`GET ${LINK_PATHS.code}`]: byMachines(
      () => ALGORITHM,
      () => ({}),
    ),
    [`GET ${LINK_PATHS.modelFile}`]: ofModel,
    [`GET ${LINK_PATHS.modelCard}`]: ofModel,

    [`POST ${LINK_PATHS.runResult}`]: byMachines(
      () => addRunByItself(world, cast),
      (caller) => ({ result: { is: holding({ own: isOf(caller, cast.a) }), state: { place: 'edge' } } }),
      (url, headers) => inject(url, headers, { card: {}, model: readFileSync(ONNX).toString('base64') }),
    ),

    'POST /engine/runs/:runId/events': (url) => [
      async () => {
        const token = newSecret()
        const { taskId } = await addTask(world, cast)
        const runId = await addRun(world, taskId, sha256(token))
        const event = { kind: 'waiting', runId, seq: 1, time: world.clock.now().toISOString(), missing: [] }
        const bearing = (secret: string) => ({ authorization: `Bearer ${secret}` })
        return {
          about: 'of one run',
          isOnce: true,
          callers: [
            claiming('its ServerApp', 'run', bearing(token)),
            claiming('another ServerApp', 'anybody', bearing(newSecret())),
            claiming('a session as a token', 'anybody', bearing(callers.boss.headers[HEADERS.token] ?? '')),
            ...(await buildMachines(world, cast)),
          ],
          facts: (caller) => ({ run: { is: holding({ own: caller.who === 'run' }) } }),
          ask: ({ headers }) => inject(url.replace(':runId', runId), headers, event),
        }
      },
    ],
  }
}
