import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { GetRole } from '@tessera/contract/wire'
import { acquireLock } from '@tessera/server'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { notifications, platformLog } from '../../apps/platform/src/db/table.ts'
import { SESSIONS_ENDED } from '../../apps/platform/src/features/account/index.ts'
import { feedback, users } from '../../apps/platform/src/features/account/table.ts'
import { edgeHeads, edges } from '../../apps/platform/src/features/environment/table.ts'
import { parties } from '../../apps/platform/src/features/party/table.ts'
import { newId } from '../../apps/platform/src/lib/ids.ts'
import { serverIsThere, urlOfDatabase } from '../../apps/platform/src/testing/database.ts'
import { buildApp, buildParty, buildUser, call, type World } from '../../apps/platform/src/testing/index.ts'
import { buildEdge } from '../../apps/platform/src/testing/task.ts'
import { buildLogs } from '../../packages/server/src/testing/logs.ts'
import { root } from '../places.ts'
import { helpOf, readSince } from './command.ts'
import { commands } from './commands.ts'
import { runCommandLine } from './run-command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const PLAIN = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' }

/** Runs the real `bin/tessera`, from a folder outside the checkout. */
async function tessera(
  args: string[],
  env: Record<string, string> = {},
  input = '',
  script = join(root, 'bin', 'tessera'),
) {
  const child = spawn(script, args, { cwd: folder, env: { ...PLAIN, ...env } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (bytes) => {
    stdout += bytes
  })
  child.stderr.on('data', (bytes) => {
    stderr += bytes
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, stdout, stderr }
}

/** Runs a command in this process, which takes a second less than the script. Other tests run the script itself. */
async function typed(args: string[], env: Record<string, string> = {}, input = '') {
  const [stdout, stderr, stdin] = [collect(process.stdout), collect(process.stderr), Readable.from([input])]
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as typeof process.stdin)
  const [own, cwd] = [process.env, process.cwd()]
  process.env = { ...PLAIN, ...env }
  process.chdir(folder)
  try {
    return { code: await runCommandLine(args), stdout: stdout(), stderr: stderr() }
  } finally {
    process.chdir(cwd)
    process.env = own
    vi.restoreAllMocks()
  }
}

/** Records what is written to a stream. Returns a function that reads the record. */
function collect(stream: NodeJS.WriteStream) {
  let text = ''
  vi.spyOn(stream, 'write').mockImplementation((bytes) => {
    text += bytes
    return true
  })
  return () => text
}

test('lists every command in the help, and explains each of them', async () => {
  const { code, stdout } = await tessera(['help'])
  expect(code).toBe(0)
  const names = [...stdout.matchAll(/^ {2}(admin \S+|log export|\w+) {2,}\S/gm)].map(([, name]) => name as string)
  expect(names).toEqual([
    ...['create-user', 'reset-password', 'list-users', 'lock', 'unlock', 'suspend-party', 'resume-party'].map(
      (n) => `admin ${n}`,
    ),
    ...['admin revoke-edge', 'admin announce', 'admin feedback', 'log export', 'log', 'backup', 'restore', 'verify'],
  ])
  const help = await typed(['backup', '--help'])
  expect({ code: help.code, first: help.stdout.split('\n')[0] }).toEqual({
    code: 0,
    first: 'usage: tessera backup [--edge <DATA_DIR> [--pepper <file>]] <file.tar.gz | folder>',
  })
  for (const command of commands) expect(helpOf(command)).toContain(`usage: tessera ${command.name}`)
})

test('runs through a symbolic link from any folder, and reports invalid arguments', async () => {
  const link = join(folder, 'linked')
  symlinkSync(join(root, 'bin', 'tessera'), link)
  expect((await tessera(['--help'], {}, '', link)).stdout).toContain('usage: tessera')
  for (const [args, says] of [
    [['nonsense'], 'there is no command “nonsense”'],
    [['admin', 'lock'], 'an argument is missing'],
    [['admin', 'lock', '--bad'], "Unknown option '--bad'"],
    [['admin', 'create-user', 'a'], 'give either --email or --phone'],
    [['restore', 'x.tar.gz'], '--into is missing'],
    [['verify'], 'there is nothing to check'],
    [['admin', 'list-users', '--env-file', 'none.env'], '--env-file none.env cannot be read'],
    [['admin', 'list-users'], 'There is no platform'],
  ] as const) {
    const { code, stderr } = await typed([...args], { DATA_DIR: join(folder, 'nothing') })
    expect([args.join(' '), code, stderr.includes(says)]).toEqual([args.join(' '), 2, true])
  }
  expect(existsSync(join(folder, 'nothing'))).toBe(false)
})

test('refuses to open the embedded database while the platform runs', {
  meta: { spec: 'calls.operator-account-tool' },
}, async () => {
  // Writes a settings file as `make platform` does: it is in DATA_DIR, and does not contain DATA_DIR itself.
  const dataDir = join(folder, 'running')
  mkdirSync(join(dataDir, 'database'), { recursive: true })
  const release = acquireLock(join(dataDir, 'database.lock'), String)
  writeFileSync(join(dataDir, 'platform.env'), 'PORT=8080\n')
  const { code, stderr } = await tessera(['admin', 'lock', 'anna', '--env-file', 'running/platform.env'])
  release()
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`in use by process ${process.pid}`),
  })
  expect(stderr).toContain('Stop that one first')
})

test.each([
  ['30m', '2026-11-21T11:30:00.000Z'],
  ['7d', '2026-11-14T12:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
])('parses the option --since %s', (text, time) => {
  expect(readSince(text, new Date('2026-11-21T12:00:00Z')).toISOString()).toBe(time)
})

test('refuses the option --since with an invalid time', () => {
  expect(() => readSince('soon', new Date())).toThrow('neither a date')
})

describe('verifying logs offline', () => {
  const logs = buildLogs()
  const exported = logs.exportOf(logs.platform)
  const platform = join(folder, 'platform.jsonl')
  const edge = join(folder, 'edge')
  const write = (lines: string[]) => writeFileSync(platform, lines.map((line) => `${line}\n`).join(''))
  beforeAll(() => {
    mkdirSync(join(edge, 'log'), { recursive: true })
    mkdirSync(join(edge, 'keys'))
    writeFileSync(join(edge, 'keys', 'link.pem'), logs.linkPrivateKey)
    writeFileSync(join(edge, 'log', 'decisions.jsonl'), logs.edge.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    writeFileSync(join(edge, 'log', 'countersigned.jsonl'), logs.countersigned.map((line) => `${line}\n`).join(''))
    writeFileSync(join(edge, 'log', 'platform-keys.json'), JSON.stringify({ keys: [logs.jwk] }))
  })

  test('accepts consistent logs of a platform and an edge', async () => {
    write(exported)
    for (const args of [['--platform', platform, '--edge', edge], [platform, edge], [edge], [platform]]) {
      const { code, stdout } = await typed(['verify', ...args])
      expect([args.length, code, stdout.includes('The logs are consistent')]).toEqual([args.length, 0, true])
    }
  })

  test.each([
    [
      'altered',
      exported.map((line) => line.replace('"taskId":"t3"', '"taskId":"tX"')),
      'line 10: entry 7 (task.created, 2026-11-21T10:06:00.000Z) was altered',
    ],
    [
      'removed',
      exported.toSpliced(6, 1),
      'line 7: entry 5 (task.created, 2026-11-21T10:04:00.000Z) does not follow from the line before: entry 4 was removed',
    ],
    [
      'inserted',
      exported.toSpliced(6, 0, exported[5] as string),
      'line 7: entry 3 (edge.enrolled, 2026-11-21T10:02:00.000Z) was inserted',
    ],
    ['cut', exported.slice(0, -3), 'line 12: the log ends with entry 9, where there were 12'],
  ])(
    'names the first line of a log that was %s',
    { meta: { spec: 'calls.offline-log-verification' } },
    async (_what, lines, says) => {
      write(lines)
      const { code, stdout } = await typed(['verify', '--platform', platform, '--edge', edge])
      expect({ code, stdout }).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`WRONG: ${platform}, ${says}`),
      })
    },
  )
})

describe.skipIf(!serverIsThere)('the operator’s commands on a running platform', () => {
  let world: World
  let env: Record<string, string>
  beforeAll(async () => {
    world = await buildApp({ kind: 'server' })
    env = { DATA_DIR: world.settings.DATA_DIR, DATABASE_URL: await urlOfDatabase(world) }
  })
  afterAll(() => world?.close())

  const newest = async () => (await world.db.select().from(platformLog).orderBy(desc(platformLog.seq)).limit(1))[0]
  const doneBy = (by: typeof tessera) => async (args: string[], input?: string) => {
    const answer = await by(args, env, input)
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    return answer.stdout
  }
  const [done, really] = [doneBy(typed), doneBy(tessera)]

  test('creates the first account, with a password that is generated and shown once, or read from the input', {
    meta: { spec: 'calls.operator-account-tool' },
  }, async () => {
    const output = await really(['admin', 'create-user', 'anna', '--email', 'Anna@Example.org'])
    const password = /shown only once: (\S+)/.exec(output)?.[1] ?? ''
    expect(password).toMatch(/^(?=.*[A-Za-z])(?=.*\d)(?=.*[!@#$%^&*()_+.])\S{8,16}$/)
    const [anna] = await world.db.select().from(users).where(eq(users.usernameKey, 'anna'))
    expect(anna).toMatchObject({ email: 'anna@example.org', lockedTime: null })
    expect(anna?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await newest()).toMatchObject({
      kind: 'operator.user-created',
      data: { userId: anna?.id, by: expect.any(String) },
    })

    expect(
      await really(['admin', 'create-user', 'bert', '--phone', '13800000009', '--password-stdin'], 'Given@2026\n'),
    ).not.toContain('Given')
    const again = await typed(['admin', 'create-user', 'Anna', '--email', 'x@example.org'], env)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('This user name is already in use.') })
    const weak = await typed(
      ['admin', 'create-user', 'c', '--email', 'c@example.org', '--password-stdin'],
      { ...env, LANG: 'zh_CN.UTF-8' },
      'weak\n',
    )
    expect(weak).toMatchObject({ code: 1, stderr: expect.stringContaining('密码为') })
    const listed = await done(['admin', 'list-users'])
    expect(listed).toMatch(/^anna\tanna@example\.org\t/m)
    expect(listed).toMatch(/^bert\t13800000009\t/m)
  })

  test('ends every session of an account at once when it is locked, also in the running platform, and unlocks it', {
    meta: { spec: 'calls.operator-account-tool' },
  }, async () => {
    const user = await buildUser(world)
    const ended: string[] = []
    world.deps.bus.subscribe<{ sessionId: string }>(SESSIONS_ENDED, ({ sessionId }) => ended.push(sessionId))
    expect((await call(world, GetRole, {}, { user })).status).toBe(200)
    await done(['admin', 'lock', user.username])
    expect((await call(world, GetRole, {}, { user })).error).toBe('session.expired')
    await vi.waitFor(() => expect(ended).toHaveLength(1))
    const read = async () => (await world.db.select().from(users).where(eq(users.id, user.userId)))[0]
    expect((await read())?.lockedTime).toBeInstanceOf(Date)
    expect(await newest()).toMatchObject({ kind: 'operator.user-locked', data: { userId: user.userId } })
    await done(['admin', 'unlock', user.username])
    expect((await read())?.lockedTime).toBeNull()
    expect(await typed(['admin', 'lock', 'nobody'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The account “nobody” does not exist'),
    })
  })

  test('ends all sessions of an account when its password is reset', {
    meta: { spec: 'calls.operator-account-tool' },
  }, async () => {
    const user = await buildUser(world, { passwordHash: 'old' })
    await done(['admin', 'reset-password', user.username, '--password-stdin'], 'Newer@2026\n')
    expect((await call(world, GetRole, {}, { user })).error).toBe('session.expired')
    expect((await world.db.select().from(users).where(eq(users.id, user.userId)))[0]?.passwordHash).toMatch(
      /^\$argon2id/,
    )
  })

  test('disconnects at once the edge of a suspended party, and a revoked edge', {
    meta: { spec: 'calls.operator-suspend-party' },
  }, async () => {
    const party = await buildParty(world)
    await buildEdge(world, party, { linkId: 'link-1' })
    const cut: string[] = []
    world.deps.bus.subscribe<{ partyId: string }>('edge-cut', ({ partyId }) => cut.push(partyId))
    const edge = async () => (await world.db.select().from(edges).where(eq(edges.partyId, party.partyId)))[0]
    const row = async () => (await world.db.select().from(parties).where(eq(parties.id, party.partyId)))[0]

    await done(['admin', 'suspend-party', party.partyId])
    expect((await row())?.suspendedTime).toBeInstanceOf(Date)
    expect((await edge())?.linkId).toBeNull()
    await vi.waitFor(() => expect(cut).toEqual([party.partyId]))
    expect(await newest()).toMatchObject({ kind: 'operator.party-suspended', data: { partyId: party.partyId } })
    await done(['admin', 'resume-party', party.partyId])
    expect((await row())?.suspendedTime).toBeNull()

    await done(['admin', 'revoke-edge', party.partyId])
    expect((await edge())?.revokedTime).toBeInstanceOf(Date)
    expect((await row())?.edgeUrl).toBeNull()
    await vi.waitFor(() => expect(cut).toHaveLength(2))
    expect(await newest()).toMatchObject({ kind: 'operator.edge-revoked', data: { partyId: party.partyId } })
    expect((await typed(['admin', 'revoke-edge', party.partyId], env)).code).toBe(1)
    expect(await typed(['admin', 'suspend-party', '404'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    })
  })

  test('sends a notice to all users, and shows and deletes feedback', {
    meta: { spec: 'calls.operator-announcements-log' },
  }, async () => {
    const user = await buildUser(world)
    expect(await done(['admin', 'announce', 'Closed on Sunday.'])).toMatch(/^The notice was sent to \d+ users/)
    const [notice] = await world.db.select().from(notifications).where(eq(notifications.userId, user.userId))
    expect(notice).toMatchObject({
      kind: 'system.announcement',
      partyId: null,
      params: { text: 'Closed on Sunday.' },
    })
    expect((await typed(['admin', 'announce', '  '], env)).code).toBe(1)

    const id = newId()
    const text = 'Too \u001b[31mred\nand slow'
    await world.db
      .insert(feedback)
      .values({ id, userId: user.userId, text, page: '/home', createTime: world.clock.now() })
    const shown = await done(['admin', 'feedback'])
    expect(shown).toContain(`${user.username}, on /home  (${id})\n    Too \ufffd[31mred\n    and slow\n`)
    await done(['admin', 'feedback', '--delete', id])
    expect(await done(['admin', 'feedback'])).toContain('There is no feedback.')
    expect((await typed(['admin', 'feedback', '--delete', id], env)).code).toBe(1)
  })

  test('searches, exports and verifies the log, from a file and in the database', {
    meta: { spec: 'calls.operator-announcements-log' },
  }, async () => {
    const party = await buildParty(world)
    await done(['admin', 'suspend-party', party.partyId])
    const lines = (await done(['admin', 'log', '--kind', 'operator', '--party', party.partyId, '--since', '1h']))
      .trim()
      .split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^\d+ {2}\S+Z {2}operator\.party-suspended {2}\{/)
    expect(await done(['log', '--kind', 'party', '--party', '404'])).toBe('')
    expect(JSON.parse((await done(['log', '--json', '--party', party.partyId])).trim())).toMatchObject({
      data: { partyId: party.partyId },
    })
    expect((await typed(['log', '--since', 'soon'], env)).code).toBe(2)

    // The test helper created this edge's key without an enrolment, so the log has no entry for it.
    await world.db.delete(edges)
    await done(['log', 'export', 'out.jsonl'])
    // The file also contains the heads that edges signed, which are not entries.
    const { partyId } = party
    const head = { partyId, place: 1, publicKey: '', head: { seq: 1, hash: '' }, signature: '', time: new Date() }
    await world.db.insert(edgeHeads).values(head)
    const output = await done(['log', 'export', 'heads.jsonl'])
    await world.db.delete(edgeHeads)
    const written = readFileSync(join(folder, 'heads.jsonl'), 'utf8').trim().split('\n')
    expect(output).toContain(`${written.length - 2} entries were written to`)
    expect((await typed(['log', 'export', 'out.jsonl'], env)).stderr).toContain('is not overwritten')
    expect(await done(['verify', 'out.jsonl'])).toContain('The logs are consistent')
    expect(await done(['verify', '--live'])).toContain('The logs are consistent')
    const text = readFileSync(join(folder, 'out.jsonl'), 'utf8')
    writeFileSync(join(folder, 'out.jsonl'), text.replace('operator.user-locked', 'operator.user-lucked'))
    const { code, stdout } = await typed(['verify', 'out.jsonl'], env)
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/line \d+: entry \d+ \(operator\.user-lucked, .*was altered/),
    })
    await world.db
      .update(platformLog)
      .set({ kind: 'operator.forged' })
      .where(eq(platformLog.kind, 'operator.user-locked'))
    const live = await typed(['verify', '--live'], env)
    expect(live).toMatchObject({ code: 1, stdout: expect.stringMatching(/operator\.forged.*was altered/) })
    await world.db
      .update(platformLog)
      .set({ kind: 'operator.user-locked' })
      .where(eq(platformLog.kind, 'operator.forged'))
  })

  test('restores a backup of a running platform with the embedded database', {
    meta: { spec: 'calls.platform-backup-restore' },
  }, async () => {
    const { username } = await buildUser(world)
    await world.deps.keys.signing()
    const made = await really(['backup', 'all.tar.gz'])
    const sha256 = /SHA-256 (\w{64})/.exec(made)?.[1] ?? ''
    expect((await tessera(['backup', 'all.tar.gz'], env)).stderr).toContain('is there already')
    const wrong = await tessera(['restore', 'all.tar.gz', '--into', 'new', '--sha256', '0'.repeat(64)])
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not the one given') })
    const restored = await tessera(['restore', 'all.tar.gz', '--into', 'new', '--sha256', sha256])
    expect(restored).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Next: start platform and fleet'),
    })
    const names = (await tessera(['admin', 'list-users'], { DATA_DIR: join(folder, 'new') })).stdout
    expect(names.split('\n').map((line) => line.split('\t')[0])).toContain(username)
    expect(await tessera(['restore', 'all.tar.gz', '--into', 'new'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    })
    writeFileSync(join(folder, 'half.tar.gz'), 'no archive')
    expect(await tessera(['restore', 'half.tar.gz', '--into', 'other'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This file cannot be used'),
    })
  })
})
