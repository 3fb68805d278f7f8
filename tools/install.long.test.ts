import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  CreateEdgeEnrolment,
  CreateParty,
  GetEdgeCertificate,
  GetHeldDataset,
  GetParty,
  HandOver,
  ListFailingSoftware,
} from '@tessera/contract/wire'
import { freePort, plainEnvironment } from '@tessera/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FakePlatform } from '../apps/edge/src/testing/fake-platform.ts'
import { newServerDatabase, newServerUser, serverIsThere } from '../apps/platform/src/testing/database.ts'
import { Client } from './client.ts'
import { engineDir, python, root, SIGNING_PIN } from './places.ts'
import { upload } from './steps.ts'
import { untilNoProcessNames } from './testing/processes.ts'
import { register } from './testing/register.ts'
import { until } from './until.ts'

let folder: string
const running: ChildProcess[] = []
const closing: (() => Promise<void> | void)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-install-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGTERM')
  await untilNoProcessNames(folder, 30_000)
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts `tools/platform.ts` or `tools/edge.ts` in its own folder, as make and systemd do. */
function start(tool: 'platform' | 'edge', env: Record<string, string> = {}) {
  const dataDir = join(folder, tool)
  return { dataDir, ...startMain(join('tools', `${tool}.ts`), { DATA_DIR: dataDir, ...env }) }
}

function startMain(main: string, env: Record<string, string>) {
  // Passes only the basic environment variables, as make does; all settings come from the generated file.
  const basics = { ...plainEnvironment(process.env), NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, main)], {
    cwd: root,
    env: { ...basics, ...env },
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    ended,
    output: () => output,
    says: (text: string | RegExp) =>
      until(
        `${main} to say ${text}`,
        () => output.match(text) ?? (child.exitCode === null ? undefined : failWith(output)),
        90_000,
      ),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function failWith(output: string): never {
  throw new Error(`it ended: ${output}`)
}

test('explains how to configure database and address if a platform has neither, and stores no settings', {
  meta: { spec: 'calls.installation-and-systemd' },
}, async () => {
  const platform = start('platform')
  expect(await platform.ended).toBe(78)
  expect(platform.output()).toMatch(/PUBLIC_URL: .*DATABASE_URL: .*createuser --pwprompt.*createdb/s)
  expect(readdirSync(platform.dataDir)).toEqual(['logs'])
})

test('explains where to get the command for an edge that has not joined a platform', async () => {
  const edge = start('edge')
  expect(await edge.ended).toBe(78)
  expect(edge.output()).toMatch(/There is no edge in .* yet.*make edge ENROL=/s)
  const other = start('edge', { ENROL: 'code@ftp://platform.example' })
  expect(await other.ended).toBe(78)
  expect(other.output()).toContain('is not what the console shows')
  expect(other.output()).not.toContain('code@')
})

test('exits with a status that makes systemd restart the platform if the database does not answer', async () => {
  const port = String(await freePort())
  const database = `postgres://tessera:x@127.0.0.1:${await freePort()}/tessera`
  const fleet = { FLEET_PORT: String(await freePort()) }
  const given = { PUBLIC_URL: `http://127.0.0.1:${port}`, DATABASE_URL: database, ...fleet }
  const platform = start('platform', given)
  expect(await platform.ended).toBe(1)
  expect(platform.output()).toMatch(
    /platform could not start.*does not answer \(ECONNREFUSED\)\. Start it, or correct/s,
  )
  expect(platform.output()).not.toMatch(A_STACK)
  expect(readdirSync(platform.dataDir)).not.toContain('platform.env')
})

const LINES_WITH_TIMES = /^((\d{4}-\d\d-\d\dT[\d:.]+Z \w+: |\{"level":\d+,"time":\d+,).*\n)+$/
/** Matches a stack trace of Node.js in the output. */
const A_STACK = /\n\s+at /

test.skipIf(!serverIsThere)('reports each mistake in the database’s address in one sentence', async () => {
  const right = await newServerDatabase()
  // A database user without rights in this database.
  const stranger = await newServerUser()
  closing.push(right.drop, stranger.drop)
  const altered = (change: (url: URL) => void) => {
    const url = new URL(right.url)
    change(url)
    return url.href
  }
  const wrong = [
    ['tessera:secret@127.0.0.1/tessera', 'DATABASE_URL is no address of a database. Write postgres://'],
    [altered((url) => (url.pathname = '/nowhere')), /has no database “nowhere”\. Create it/],
    [altered((url) => (url.username = 'nobody')), /does not let “nobody” in .* Correct user and password/],
    [altered((url) => (url.hostname = 'nowhere.invalid')), 'no machine is known as “nowhere.invalid”'],
    [
      altered((url) => Object.assign(url, { username: stranger.name, password: stranger.name })),
      new RegExp(
        `does not let “${stranger.name}” make and change its tables .*alter database "\\w+" owner to "${stranger.name}"`,
      ),
    ],
  ] as const
  for (const [DATABASE_URL, sentence] of wrong) {
    const port = await freePort()
    const platform = start('platform', {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL,
      FLEET_PORT: String(await freePort()),
    })
    expect(await platform.ended).toBe(78)
    expect(platform.output()).toMatch(sentence)
    expect(platform.output()).not.toMatch(A_STACK)
    expect(platform.output()).not.toContain('secret')
  }
})

test('names a port that is in use and the setting to change, in every process that opens a port', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  closing.push(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const refusal = (setting: string) =>
    new RegExp(`Port ${port} of 127\\.0\\.0\\.1 cannot be used: something else listens there\\. .*change .*${setting}`)
  const DATABASE_URL = 'postgres://127.0.0.1:1/x'
  const platform = start('platform', { PUBLIC_URL: `http://127.0.0.1:${port}`, DATABASE_URL })
  const fleet = startMain('apps/platform/src/fleet/main.ts', {
    DATA_DIR: join(folder, 'fleet'),
    FLEET_PORT: String(port),
  })
  const alone = startMain('apps/platform/src/main.ts', { DATA_DIR: join(folder, 'alone'), PORT: String(port) })
  const site = await new FakePlatform().start()
  closing.push(() => site.goAway())
  const joining = { PLATFORM_URL: site.url, EDGE_ENROLMENT: site.enrolmentCode, PYTHON: python }
  const edge = startMain('apps/edge/src/main.ts', { DATA_DIR: join(folder, 'site'), PORT: String(port), ...joining })
  for (const [process, setting] of [
    [platform, 'PORT'],
    [fleet, 'FLEET_PORT'],
    [alone, 'PORT'],
    [edge, 'EDGE_URL'],
  ] as const) {
    expect(await process.ended).toBe(78)
    expect(process.output()).toMatch(refusal(setting))
    // The entry points write plain lines for the operator; the processes that they start log lines with times.
    if (process !== platform) expect(process.output()).toMatch(LINES_WITH_TIMES)
  }
})

test('reports in one sentence that a folder cannot be created, in each process', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const DATA_DIR = join(file, 'data')
  const joining = { PLATFORM_URL: 'http://127.0.0.1:1', EDGE_ENROLMENT: 'none', PYTHON: python }
  for (const [main, more] of [
    ['apps/platform/src/main.ts', {}],
    ['apps/platform/src/fleet/main.ts', {}],
    ['apps/edge/src/main.ts', joining],
  ] as const) {
    const process = startMain(main, { DATA_DIR, PORT: String(await freePort()), ...more })
    expect(await process.ended).toBe(78)
    expect(process.output()).toContain(`DATA_DIR=${DATA_DIR} cannot be used: a file is in its way.`)
    expect(process.output()).not.toMatch(/^\s+at /m)
  }
})

test('reports invalid settings of platform and edge by the exit status of each process that reads them', async () => {
  const port = String(await freePort())
  const given = { PUBLIC_URL: `https://127.0.0.1:${port}`, DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  const files = { TLS_CERT: join(folder, 'none.pem'), TLS_KEY: join(folder, 'none.pem') }
  const platform = start('platform', { ...given, ...files, FLEET_PORT: String(await freePort()) })
  expect(await platform.ended).toBe(78)
  expect(platform.output()).toContain('cannot be read')
  const inTheClear = start('platform', {
    ...given,
    PUBLIC_URL: `http://tessera.example:${port}`,
    DATA_DIR: join(folder, 'clear'),
  })
  expect(await inTheClear.ended).toBe(78)
  expect(inTheClear.output()).toContain('PUBLIC_URL=http://tessera.example')
  mkdirSync(join(folder, 'edge'))
  writeFileSync(join(folder, 'edge', 'edge.env'), `PLATFORM_URL=http://127.0.0.1:${port}\nPORT=none\n`)
  expect(await start('edge').ended).toBe(78)
})

const FIRST = { email: 'first@hospital.example', username: 'first' }

describe.skipIf(!serverIsThere)('an installation in two folders, on https and PostgreSQL', () => {
  test('sets up platform and edge with one command each, and refuses a SuperNode that no administrator admitted', {
    meta: { spec: ['calls.enrolment-root-certificate', 'calls.unknown-supernode-refused'] },
  }, async () => {
    const database = await newServerDatabase()
    closing.push(database.drop)
    const [port, fleetPort, edgePort] = [await freePort(), await freePort(), await freePort()]
    const publicUrl = `https://127.0.0.1:${port}`
    const given = { PUBLIC_URL: publicUrl, DATABASE_URL: database.url, FLEET_PORT: String(fleetPort) }
    const platform = start('platform', given)
    await platform.says(`ready ${publicUrl}`)
    expect(statSync(join(platform.dataDir, 'platform.env')).mode & 0o777).toBe(0o600)

    const before = getCACertificates('default')
    closing.push(() => setDefaultCACertificates(before))
    const member = new Client(publicUrl)
    await expect(register(member, platform.dataDir, FIRST)).rejects.toThrow()
    setDefaultCACertificates([...before, readFileSync(join(platform.dataDir, 'tls', 'ca.pem'), 'utf8')])
    await register(member, platform.dataDir, FIRST)
    const party = await member.call(CreateParty, { id: '4711', name: { cn: '一院', en: 'First Hospital' } })
    member.partyId = party.id
    expect(await member.call(GetEdgeCertificate, { partyId: party.id })).toEqual({ pem: null })

    const { command } = await member.call(CreateEdgeEnrolment)
    const ENROL = command.replace('make edge ENROL=', '')
    expect(ENROL).toMatch(new RegExp(`^[\\w-]+@${publicUrl},sha256=[\\w-]{43}$`))
    const wrong = start('edge', { ENROL: `${ENROL.slice(0, -4)}AAAA`, DATA_DIR: join(folder, 'deceived') })
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toContain('does not show the certificate that the enrolment command names')
    const badPort = start('edge', { ENROL, PORT: 'none', DATA_DIR: join(folder, 'bad') })
    expect(await badPort.ended).toBe(78)
    expect(readdirSync(join(folder, 'bad'))).not.toContain('edge.env')

    const edgeUrl = `https://127.0.0.1:${edgePort}`
    const edgeEnv = { PORT: String(edgePort), EDGE_URL: edgeUrl, EDGE_TLS_CERT: 'own' }
    const edge = start('edge', { ENROL, ...edgeEnv })
    const stranger = startStranger(fleetPort, join(platform.dataDir, 'authority', 'ca.pem'), await freePort())
    await edge.says(`edge of party 4711 ready ${edgeUrl}`)
    await until(
      'the whole environment, the SuperNode at the SuperLink too',
      async () => ((await member.call(ListFailingSoftware)).length === 0 ? true : undefined),
      90_000,
    )
    expect((await member.call(GetParty, { partyId: '4711' })).edgeUrl).toBe(edgeUrl)

    const { pem } = await member.call(GetEdgeCertificate, { partyId: party.id })
    expect(new X509Certificate(pem ?? '').ca).toBe(true)
    await expect(get(`${edgeUrl}/healthz`, [])).rejects.toThrow(/self-signed|unable to/)
    expect((await get(`${edgeUrl}/healthz`, [pem ?? ''])).status).toBe(200)
    expect(await get(`${edgeUrl}/certificate`, [pem ?? ''])).toMatchObject({
      status: 200,
      type: 'application/x-pem-file',
      text: pem,
    })

    expect(await stranger.refusal()).toContain('Failed to activate SuperNode')

    await edge.stop()
    const later = start('edge')
    await later.says(`edge of party 4711 ready ${edgeUrl}`)
    expect(await later.stop()).toBe(0)
    expect(await platform.stop()).toBe(0)
    await untilNoProcessNames(folder, 20_000)
  })

  test('replaces an edge by another machine only with a signed approval, and writes consistent logs at both machines', async () => {
    const database = await newServerDatabase()
    closing.push(database.drop)
    const [port, fleetPort, ...edgePorts] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const publicUrl = `http://127.0.0.1:${port}`
    const platform = start('platform', {
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      FLEET_PORT: String(fleetPort),
    })
    await platform.says(`ready ${publicUrl}`)
    const member = new Client(publicUrl)
    await register(member, platform.dataDir, FIRST)
    const { id: partyId } = await member.call(CreateParty, { id: '4711', name: { cn: '一院', en: 'First Hospital' } })
    member.partyId = partyId

    const [before, next] = edgePorts.map((edgePort, index) => ({
      url: `http://127.0.0.1:${edgePort}`,
      env: { PORT: String(edgePort), EDGE_FIRST_PIN: SIGNING_PIN, DATA_DIR: join(folder, `edge-${index}`) },
    })) as [Machine, Machine]
    const code = async () => (await member.call(CreateEdgeEnrolment)).command.replace('make edge ENROL=', '')
    const leadsTo = async () => (await member.call(GetParty, { partyId })).edgeUrl
    const isReadyAt = (url: string) => `edge of party ${partyId} ready ${url}`
    const first = start('edge', { ...before.env, ENROL: await code() })
    await first.says(isReadyAt(before.url))
    member.edgeUrl = before.url
    const csv = join(folder, 'rows.csv')
    const rows = Array.from({ length: 30 }, (_none, row) => `${row},${row % 7},${row % 2 ? 'yes' : 'no'}`)
    writeFileSync(csv, ['id,age,ill', ...rows, ''].join('\n'))
    const datasetId = await upload(member, csv, 'Rows', 'Thirty of them')

    const ENROL = await code()
    const without = start('edge', { ...next.env, ENROL })
    expect(await without.ended).not.toBe(0)
    const [, to = ''] = /for the key ([0-9a-f]{64}) and the address (\S+?)\. /.exec(without.output()) ?? []
    expect(without.output()).toContain(`for the key ${to} and the address ${next.url}. `)
    expect(await leadsTo()).toBe(before.url)
    const given = (text: string) => ({ ...next.env, ENROL, EDGE_HANDOVER: text })
    const word = (key: string) =>
      member.call(HandOver, { to: key, edgeUrl: next.url, proof: { pin: SIGNING_PIN } }).then(({ text }) => text)
    const another = start('edge', given(await word('ab'.repeat(32))))
    expect(await another.ended).not.toBe(0)
    expect(another.output()).toContain(`is not an approval by this party’s edge for the key ${to}`)
    expect(await leadsTo()).toBe(before.url)

    const second = start('edge', given(await word(to)))
    await second.says(isReadyAt(next.url))
    await first.says(/the platform refuses the link: .* has been replaced by another/)
    expect(await leadsTo()).toBe(next.url)
    // The new edge has no rows; those of the previous edge stay there.
    const rowsAt = async (edgeUrl: string) => {
      const there = new Client(publicUrl)
      Object.assign(there, { token: member.token, partyId, username: FIRST.username, edgeUrl })
      return there.call(GetHeldDataset, { datasetId })
    }
    expect(await rowsAt(before.url)).toMatchObject({ id: datasetId, rowCount: 30 })
    await expect(rowsAt(next.url)).rejects.toMatchObject({ code: 'dataset.not-found' })

    // Both edges keep their state over a restart: the new edge needs no second approval, and the previous edge stays
    // revoked.
    for (const edge of [first, second]) await edge.stop()
    const [old, later] = [start('edge', before.env), start('edge', next.env)]
    await later.says(isReadyAt(next.url))
    await old.says(/the platform refuses the link: .* has been replaced by another/)
    expect(await leadsTo()).toBe(next.url)
    await until('the edge to be whole', async () => (await member.call(ListFailingSoftware)).length === 0 || undefined)
    for (const edge of [old, later]) await edge.stop()
    expect(await platform.stop()).toBe(0)

    const exported = join(folder, 'platform.jsonl')
    const tessera = (args: string[]) =>
      spawnSync(join(root, 'bin', 'tessera'), args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...plainEnvironment(process.env), DATA_DIR: platform.dataDir },
      })
    expect(tessera(['log', 'export', exported, '--env-file', join(platform.dataDir, 'platform.env')])).toMatchObject({
      status: 0,
      stderr: '',
    })
    const edges = [before, next].flatMap(({ env }) => ['--edge', env.DATA_DIR])
    expect(tessera(['verify', '--platform', exported, ...edges])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('The logs are consistent'),
    })
    // The export contains the approval. tools/log-attacks.test.ts checks forged approvals.
    const text = readFileSync(exported, 'utf8')
    const followed = text.split('\n').filter((line) => line.includes(`"linkKeyHash":"${to}"`))
    expect(followed).toEqual([expect.stringContaining('"handover":"')])
    await untilNoProcessNames(folder, 20_000)
  })
})

interface Machine {
  url: string
  env: Record<'PORT' | 'EDGE_FIRST_PIN' | 'DATA_DIR', string>
}

/** Starts a SuperNode with a key that no administrator has admitted. */
function startStranger(fleetPort: number, caFile: string, port: number) {
  const keyFile = join(folder, 'stranger.pem')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const args = [
    ...['-m', 'engine.flower.supernode', '--superlink', `127.0.0.1:${fleetPort}`, '--root-certificates', caFile],
    ...[
      '--auth-supernode-private-key',
      keyFile,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--isolation',
      'process',
    ],
  ]
  const env = { ...plainEnvironment(process.env), PYTHONPATH: engineDir, FLWR_HOME: folder }
  const child = spawn(python, args, { cwd: folder, env })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise((resolve) => child.on('exit', resolve))
  return {
    async refusal() {
      await ended
      expect(output).not.toContain('SuperNode ID: ')
      return output
    },
  }
}

/** Requests a page over https, and trusts only these root certificates. */
function get(
  url: string,
  ca: string[],
): Promise<{ status: number | undefined; type: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = https.get(url, { ca, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode, type: answer.headers['content-type'], text }))
    })
    asking.on('error', reject)
  })
}
