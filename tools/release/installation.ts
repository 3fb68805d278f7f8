import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../client.ts'
import { requirePorts } from '../demo-folder.ts'
import { ALGORITHM, LABEL, readTable } from '../demo-table.ts'
import { Journal } from '../journal.ts'
import { edgesReady, memberOf, openFederation, scoreByDataset, scoreByForm, splitTable } from '../main-job.ts'
import { type DemoParty, PARTIES, type Places, placesFrom, root } from '../places.ts'
import { signTogether, trainTogether, upload } from '../steps.ts'
import { Supervisor } from '../supervisor.ts'
import { until } from '../until.ts'

/** An edge stores the address of its fleet, so an archived installation is restored on its original ports. */
const PORT = '9310'
/**
 * The captcha code that programs of this machine send, and the secret by which the platform recognises the demo's
 * accounts.
 */
export const WORDS = { captchaAnswer: 'release', demoSecret: 'd'.repeat(64) }
const [ALICE, BOB] = PARTIES
/** The parties of the installation that have an edge. */
const MEMBERS = [ALICE, BOB]

/** Names of the installation's tasks, dataset and model, for the upgrade test. */
export const NAMES = { finished: 'Finished', signed: 'Signed', published: 'Published', byForm: 'By form' } as const
/** The first 10 columns of the table, with which no fitted coefficient is infinite. */
const COLUMN_COUNT = 10

export const releasePlaces = (dataDir: string) => placesFrom({ PORT, DATA_DIR: dataDir })

/**
 * Creates a small installation of this version and backs it up: two parties with an edge each, a finished task with a
 * published model, predictions, and a task that both parties have signed. Returns the folder of the backups.
 */
export async function backUpNewInstallation(dataDir: string, say: (line: string) => void): Promise<string> {
  const places = releasePlaces(dataDir)
  const { members, stop } = await openInstallation(places, MEMBERS, say)
  try {
    await fill([...members.values()] as [Client, Client], places, say)
  } finally {
    await stop()
  }
  return backUp(places)
}

/** Starts a new platform, and an edge for each of these parties. The caller must stop them. */
export async function openInstallation(places: Places, parties: readonly DemoParty[], say: (line: string) => void) {
  mkdirSync(places.dataDir, { recursive: true, mode: 0o700 })
  const supervisor = await startPlatform(places)
  const stop = () => supervisor.stop()
  try {
    const startEdge = supervisor.startEdge.bind(supervisor)
    const job = { places, journal: new Journal(places.journal), ...WORDS, say, startEdge }
    return { members: await openFederation(job, parties), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(members: [Client, Client], places: Places, say: (line: string) => void) {
  const [alice] = members
  const { files, heldOut, columns } = await splitTable({ places })
  const datasets: string[] = []
  for (const client of members) datasets.push(await upload(client, files[client.partyId] ?? '', 'Biopsies', 'Nuclei'))
  const columnSelection = { columns: columns.slice(0, COLUMN_COUNT), label: LABEL }
  const training = { algorithmId: ALGORITHM, columnSelection, datasets }
  const { modelId } = await trainTogether(members, { name: NAMES.finished, ...training }, say)
  const texts = { description: 'Malignant or benign', instruction: 'Ten means', application: 'Second opinion' }
  await alice.call(wire.PublishModel, { modelId: modelId ?? '', name: NAMES.published, ...texts })
  await scoreByForm(alice, modelId ?? '', NAMES.byForm, readTable(heldOut).slice(0, 3))
  await scoreByDataset(alice, modelId ?? '', heldOut)
  await signTogether(members, { name: NAMES.signed, ...training })
}

function backUp(places: Places): string {
  const [backups, peppers] = [join(places.dataDir, 'backups'), join(places.dataDir, 'backups', 'peppers')]
  mkdirSync(peppers, { recursive: true, mode: 0o700 })
  tessera(places, ['backup', join(backups, 'platform.tar.gz')])
  for (const { id } of MEMBERS) {
    const pepper = ['--pepper', join(peppers, id)]
    tessera(places, ['backup', '--edge', places.edgeData(id), ...pepper, join(backups, `edge-${id}.tar.gz`)])
  }
  return backups
}

/** Restores the backups in `backups` with the present version, and starts platform and edges on the result. */
export async function restoreInstallation(backups: string, dataDir: string) {
  const places = releasePlaces(dataDir)
  tessera(places, ['restore', join(backups, 'platform.tar.gz'), '--into', places.platformData])
  for (const { id } of MEMBERS) {
    const pepper = ['--pepper', join(backups, 'peppers', id)]
    tessera(places, ['restore', join(backups, `edge-${id}.tar.gz`), '--into', places.edgeData(id), ...pepper])
  }
  const supervisor = await startPlatform(places)
  try {
    const since = new Date()
    for (const party of MEMBERS) supervisor.startEdge(party)
    const { captchaAnswer } = WORDS
    const [alice, bob] = [
      await memberOf({ places, captchaAnswer }, ALICE),
      await memberOf({ places, captchaAnswer }, BOB),
    ]
    await edgesReady(new Map([alice, bob].map((client) => [client.partyId, client])), { since })
    return { alice, bob, stop: () => supervisor.stop() }
  } catch (error) {
    await supervisor.stop()
    throw error
  }
}

async function startPlatform(places: Places): Promise<Supervisor> {
  await requirePorts(places)
  const supervisor = new Supervisor(places, WORDS)
  supervisor.startPlatform()
  await until('the platform', () => isUp(`${places.platformUrl}/healthz`), 120_000)
  return supervisor
}

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  )

/** Runs `bin/tessera` with these arguments. Throws its output if it fails. */
function tessera({ platformData, platformUrl, port }: Places, args: string[]) {
  const env = { ...process.env, DATA_DIR: platformData, PUBLIC_URL: platformUrl, PORT: String(port), DATABASE_URL: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', 'tessera.ts'), ...args], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`tessera ${args.join(' ')}: exit status ${status}\n${stdout}${stderr}`)
}
