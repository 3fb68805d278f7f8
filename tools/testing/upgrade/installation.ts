import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EdgeToPlatform } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { freePort } from '@tessera/server'
import { WebSocket } from 'ws'
import { openKeys, Platform } from '../../../apps/edge/src/features/link/index.ts'
import type { Client } from '../../client.ts'
import { edgesReady, memberOf } from '../../main-job.ts'
import { PARTIES, type Places, placesFrom } from '../../places.ts'
import { findTakenPort } from '../../ports.ts'
import { Supervisor } from '../../supervisor.ts'
import { until } from '../../until.ts'
import { untilNoProcessNames } from '../processes.ts'
import type { Caller } from './answers.ts'
import { restore } from './restore.ts'

const [ALICE, BOB, CAROL] = PARTIES
const WORDS = { captchaAnswer: 'upgrade', demoSecret: 'd'.repeat(64) }

export type Installation = Awaited<ReturnType<typeof upgrade>>

/** Today's platform, fleet and first edge on the data of before; the second edge has not followed yet. */
export async function upgrade() {
  const places = placesFrom({ PORT: String(await freePorts()), DATA_DIR: mkdtempSync(join(tmpdir(), 'tessera-up-')) })
  await restore(places)
  const supervisor = new Supervisor(places, WORDS)
  const since = new Date()
  const stop = async () => {
    await supervisor.stop()
    await untilNoProcessNames(places.dataDir, 30_000)
    rmSync(places.dataDir, { recursive: true, force: true })
  }
  try {
    supervisor.startPlatform()
    supervisor.startEdge(ALICE)
    await until('the platform', () => answers(`${places.platformUrl}/healthz`), 120_000)
    const member = (party: (typeof PARTIES)[number]) => memberOf({ places, ...WORDS, demoSecret: undefined }, party)
    const [alice, bob, carol] = [await member(ALICE), await member(BOB), await member(CAROL)]
    carol.edgeUrl = null
    await edgesReady(new Map([[ALICE.id, alice]]), { since })
    const startSecondEdge = async () => {
      const before = new Date()
      supervisor.startEdge(BOB)
      await edgesReady(new Map([[BOB.id, bob]]), { since: before })
    }
    return { places, alice, bob, carol, startSecondEdge, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The first of five that follow one another, as a demo needs them. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await freePort()
    const all = Array.from({ length: 5 }, (_none, index) => first + index)
    if (all.every((port) => port <= 65_535) && !(await findTakenPort('127.0.0.1', all))) return first
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  )

/** Says over its link what an edge of 7d656ea said: nothing of what is installed. Answers how it goes away. */
export async function linkOlderEdge(places: Places, partyId: string): Promise<() => Promise<void>> {
  const keys = await openKeys(places.edgeData(partyId))
  const platform = new Platform(places.platformUrl, keys.link)
  platform.actAs(partyId)
  const socket = new WebSocket(platform.socketUrl(), { headers: { authorization: `Bearer ${await platform.token()}` } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const components = { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok' } as const
  const last = readFileSync(join(places.edgeData(partyId), 'log', 'decisions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .at(-1)
  const { seq, hash } = JSON.parse(last ?? '{}') as { seq: number; hash: string }
  const beat: EdgeToPlatform = {
    ...{ kind: 'heartbeat', components, conditions: [], logHead: { seq, hash }, countersigned: null },
  }
  const say = () => socket.send(JSON.stringify(beat))
  say()
  const beating = setInterval(say, 1_000)
  return async () => {
    clearInterval(beating)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.close()
    await closed
  }
}

/** For asking as a client of before does. */
export async function callersOf(places: Places, client: Client): Promise<Record<'platform' | 'edge', Caller>> {
  const { token } = await client.call(wire.GetEdgeToken, { partyId: client.partyId }, 'platform')
  const { partyId } = client
  return {
    platform: { url: `${places.platformUrl}${wire.DEFAULT_PREFIX}`, token: client.token, partyId },
    edge: { url: client.edgeUrl ?? '', token, partyId },
  }
}
