import { describe, expect, test } from 'vitest'
import { type JudgedRun, judgeReturn, judgeRun, judgeTold, type PartySight, type Sight } from './judge-run.ts'

const start = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const buildRun = (more: Partial<JudgedRun> = {}): JudgedRun => ({
  phase: 'running',
  step: 'train',
  round: 3,
  rounds: 10,
  metrics: {},
  parties: [],
  waitingFor: [],
  failure: null,
  lastSeq: 5,
  startTime: start,
  createTime: start,
  resumedTime: null,
  serverDeaths: null,
  engineAwaySince: null,
  roundTimeoutSeconds: 60,
  plan: {},
  ...more,
})
const party = (more: Partial<PartySight> = {}): PartySight => ({
  partyId: '1002',
  isRevoked: false,
  isOnline: true,
  lastSeen: later(5),
  supernode: 'ok',
  runner: 'ok',
  ...more,
})
const flower = (status: string, outcome = '', details = '') => ({
  ...{ flowerRunId: '7', status, outcome, details },
  config: {},
})
const see = (more: Partial<Sight> = {}): Sight => ({
  now: later(10),
  parties: [party()],
  flower: flower('running'),
  exit: undefined,
  answeredForMs: 60_000,
  hasItsCode: true,
  ...more,
})
const goOn = { kind: 'go-on', engineAwaySince: null, away: [] }
const waits = { ...goOn, away: ['1002'] }
const failure = (code: string, partyId: string | null = null, params = {}) => ({
  kind: 'fail',
  failure: { code, params, partyId, step: 'train', round: 3 },
})
const died = (count: number) => ({ round: 3, count })
const restart = (cause: string, count = 1) => ({ kind: 'restart', cause, serverDeaths: { round: 3, count } })
const restarting = { phase: 'waiting', resumedTime: start } as const

describe('a run that is taken up again', () => {
  const taken = buildRun({ phase: 'waiting', createTime: later(-100_000), resumedTime: start })
  test.each<[string, Partial<PartySight>, number, unknown]>([
    ['goes on once all are there', {}, 10, { kind: 'go-on' }],
    ['an edge that is not heard yet is not late', { lastSeen: start }, 5, { kind: 'wait', waitingFor: [] }],
    ['waits for an edge', { isOnline: false }, 10, { kind: 'wait', waitingFor: ['1002'] }],
    ['waits for an edge that was heard before only', { lastSeen: start }, 10, { kind: 'wait', waitingFor: ['1002'] }],
    ['waits for a SuperNode', { supernode: 'starting' }, 10, { kind: 'wait', waitingFor: ['1002'] }],
    ['not for ever', { isOnline: false }, 600, failure('run.edge-lost', '1002')],
    ['nor for a SuperNode', { supernode: 'failed' }, 600, failure('run.supernode-lost', '1002')],
  ])('%s', (_name, more, seconds, expected) => {
    const parties = [party(more), party({ partyId: '1003' })]
    expect(judgeReturn(taken, { now: later(seconds), parties }, undefined)).toEqual(expected)
  })

  const date = '2026-02-28'
  const ours = { code: 'run.platform-expired', params: { date } }
  const fleets = { code: 'run.fleet-expired', params: { date } }
  const noParty = ({ code }: typeof ours) => failure(code, null, { date })
  const away = party({ isOnline: false })
  const lacking = party({ partyId: '1003', supernode: 'failed' })
  test.each([
    ['the platform’s: an edge that cannot come back is not at fault', ours, [away], noParty(ours)],
    [
      'the platform’s: nor is the first of two',
      ours,
      [away, party({ partyId: '1003', lastSeen: start })],
      noParty(ours),
    ],
    ['the platform’s: whose link stands is', ours, [away, lacking], failure('run.supernode-lost', '1003')],
    ['the fleet’s: nobody is', fleets, [away, lacking], noParty(fleets)],
  ])('a certificate ran out: %s', (_what, expired, parties, expected) => {
    expect(judgeReturn(taken, { now: later(600), parties }, expired)).toEqual(expected)
    expect(judgeReturn(taken, { now: later(599), parties }, expired).kind).toBe('wait')
    expect(judgeReturn(taken, { now: later(600), parties: [party()] }, expired)).toEqual({ kind: 'go-on' })
  })

  test('not longer than its plan says, nor shorter', () => {
    const away = { now: later(599), parties: [party({ isOnline: false })] }
    const judged = (waitMinutes: number, sight: typeof away) =>
      judgeReturn({ ...taken, plan: { waitMinutes } }, sight, undefined)
    expect(judged(1, away)).toMatchObject({ kind: 'fail' })
    expect(judged(60, { ...away, now: later(3599) }).kind).toBe('wait')
  })

  test('has its time from then on', () => {
    expect(judgeRun(taken, see())).toEqual(goOn)
    expect(judgeRun({ ...taken, resumedTime: null }, see())).toMatchObject(failure('run.timeout'))
  })
})

describe('what its ServerApp says that it failed of', () => {
  const platforms = { code: 'run.platform-expired', params: { date: '2026-02-28' } }
  const fleets = { code: 'run.fleet-expired', params: { date: '2026-02-28' } }
  const offline = { isOnline: false }
  const lacking = { supernode: 'failed' } as const
  test.each<[string, string, typeof fleets | undefined, Partial<PartySight>, typeof fleets | 'as told']>([
    ['nothing ran out: an edge that was away is at fault', 'run.party-offline', undefined, offline, 'as told'],
    ['the platform’s: an edge that cannot come back is not', 'run.party-offline', platforms, offline, platforms],
    ['nor is it for what was heard of it last', 'run.worker-died', platforms, offline, platforms],
    ['the platform’s: whose link stands is', 'run.party-offline', platforms, lacking, 'as told'],
    ['the fleet’s: no SuperNode comes in', 'run.party-offline', fleets, {}, fleets],
    ['the fleet’s: nor one that was started again', 'run.worker-died', fleets, lacking, fleets],
    ['the fleet’s: whose worker died and who is there is at fault', 'run.worker-died', fleets, {}, 'as told'],
    ['what is no absence is told as it was', 'reply.not-declared', platforms, offline, 'as told'],
  ])('%s', (_what, code, expired, more, expected) => {
    const told = { kind: 'failed', code, params: { seconds: 600 }, partyId: '1002', step: 'train', round: 3 }
    const parties = [party({ partyId: '1001', ...offline }), party(more)]
    const blameless = { ...told, ...(expected === 'as told' ? {} : { ...expected, partyId: undefined }) }
    expect(judgeTold(told, parties, expired)).toEqual(blameless)
  })

  test('of no party by name it is as it was told', () => {
    const told = { code: 'run.party-offline', params: {} }
    expect(judgeTold(told, [party(offline)], platforms)).toEqual(told)
  })
})

describe('an active run', () => {
  test.each<[string, Partial<JudgedRun>, Partial<Sight>, unknown]>([
    ['all well', {}, {}, goOn],
    ['edge away', {}, { parties: [party({ isOnline: false }), party({ partyId: '1003' })] }, waits],
    [
      'edge away for long: the ServerApp gives it up',
      {},
      { now: later(1000), parties: [party({ isOnline: false })] },
      waits,
    ],
    ['edge revoked', {}, { parties: [party({ isOnline: false, isRevoked: true })] }, failure('run.edge-lost', '1002')],
    ['SuperNode ended', {}, { parties: [party({ supernode: 'failed' })] }, waits],
    ['SuperNode starting', {}, { parties: [party({ supernode: 'starting' })] }, waits],
    ['SuperNode starting, run too', { phase: 'waiting' }, { parties: [party({ supernode: 'failed' })] }, goOn],
    ['runner ended', {}, { parties: [party({ runner: 'failed' })] }, waits],
    ['ServerApp died', {}, { exit: { code: 1 } }, restart('exit 1')],
    ['ServerApp killed', {}, { exit: { code: 137, signal: 9 } }, restart('SIGKILL')],
    [
      'ServerApp died with a word',
      {},
      { exit: { code: 1 }, flower: flower('finished', 'failed', 'no module named x') },
      restart('no module named x'),
    ],
    [
      'ServerApp died, its runner told',
      {},
      { exit: { code: 139, signal: 11 }, flower: flower('finished', 'failed', 'run.server-died|{"code":139}') },
      restart('SIGSEGV'),
    ],
    [
      'ServerApp killed, of which Flower hears first',
      {},
      { flower: flower('finished', 'failed', 'run.server-died|{"code":137,"signal":9}') },
      restart('SIGKILL'),
    ],
    ['died here before', { serverDeaths: { round: 3, count: 3 } }, { exit: { code: 1 } }, restart('exit 1', 4)],
    ['died before this round', { serverDeaths: { round: 2, count: 4 } }, { exit: { code: 1 } }, restart('exit 1')],
    [
      'died here again and again',
      { serverDeaths: { round: 3, count: 4 } },
      { exit: { code: 1 } },
      failure('run.server-died', null, { times: 5, cause: 'exit 1' }),
    ],
    ['taken up again, no word yet', restarting, { now: later(119) }, goOn],
    ['taken up again, and no word', restarting, { now: later(121) }, restart('no answer')],
    ['taken up again after two ends', { ...restarting, serverDeaths: died(2) }, { now: later(479) }, goOn],
    [
      'taken up again after two, no word',
      { ...restarting, serverDeaths: died(2) },
      { now: later(481) },
      restart('no answer', 3),
    ],
    ['taken up again, waits for a party', { ...restarting, waitingFor: ['1002'] }, { now: later(121) }, goOn],
    ['ServerApp done, Flower not yet', {}, { exit: { code: 0 } }, goOn],
    ['Flower says failed', {}, { flower: flower('finished', 'failed') }, restart('gone')],
    ['Flower says stopped', {}, { flower: flower('finished', 'stopped') }, restart('gone')],
    ['Flower knows nothing of it', {}, { flower: undefined }, restart('gone')],
    ['Flower says completed', {}, { flower: flower('finished', 'completed') }, { kind: 'collect' }],
    [
      'Flower says completed, an edge is gone already',
      {},
      { flower: flower('finished', 'completed'), parties: [party({ isOnline: false })] },
      { kind: 'collect' },
    ],
    [
      'updated meanwhile, which ended its processes',
      {},
      { hasItsCode: false, exit: { code: 1 }, parties: [party({ isOnline: false })] },
      failure('run.updated'),
    ],
    [
      'updated after Flower had completed it',
      {},
      { hasItsCode: false, flower: flower('finished', 'completed') },
      { kind: 'collect' },
    ],
    ['an edge goes while the model is written', { step: 'export' }, { parties: [party({ isOnline: false })] }, goOn],
    ['SuperLink away just now', {}, { flower: 'away' }, { ...goOn, engineAwaySince: later(10) }],
    [
      'SuperLink away for a while',
      { engineAwaySince: later(-30) },
      { flower: 'away' },
      { ...goOn, engineAwaySince: later(-30) },
    ],
    [
      'SuperLink away for ten minutes',
      { engineAwaySince: later(-590) },
      { flower: 'away' },
      failure('run.engine-away'),
    ],
    [
      'SuperLink away, and with it the ServerApp',
      { engineAwaySince: later(-30) },
      { flower: 'away', exit: { code: 1 } },
      { ...goOn, engineAwaySince: later(-30) },
    ],
    ['SuperLink back', { engineAwaySince: later(-30) }, { answeredForMs: 0 }, goOn],
    [
      'SuperLink back, its parties not yet',
      { engineAwaySince: later(-30) },
      { answeredForMs: 29_000, parties: [party({ supernode: 'starting' })] },
      { ...goOn, engineAwaySince: later(-30) },
    ],
    [
      'SuperLink back, the ServerApp still waits for a party',
      { engineAwaySince: later(-30), waitingFor: ['1002'] },
      { answeredForMs: 29_000 },
      { ...goOn, engineAwaySince: later(-30) },
    ],
    [
      'SuperLink back for long, a party not',
      { engineAwaySince: later(-60) },
      { answeredForMs: 30_000, parties: [party({ supernode: 'starting' })] },
      waits,
    ],
    [
      'SuperLink was not away, a party is',
      {},
      { answeredForMs: 0, parties: [party({ supernode: 'starting' })] },
      waits,
    ],
    ['no first word', { lastSeq: 0 }, { now: later(121) }, { ...goOn, engineAwaySince: later(121) }],
    [
      'no first word for ten minutes more',
      { lastSeq: 0, engineAwaySince: later(121) },
      { now: later(721) },
      failure('run.engine-away'),
    ],
    ['the first word at last', { lastSeq: 1, engineAwaySince: later(121) }, { now: later(300) }, goOn],
    ['slow, but within its limits', {}, { now: later(263 * 60) }, goOn],
    ['beyond all limits', {}, { now: later(267 * 60) }, failure('run.timeout')],
    ['which are further where it waits longer', { plan: { waitMinutes: 60 } }, { now: later(267 * 60) }, goOn],
  ])('%s', (_what, run, sight, expected) => {
    expect(judgeRun(buildRun(run), see(sight))).toEqual(expected)
  })

  test('a failure that its ServerApp told stands, whatever else is seen', () => {
    const failure = { code: 'data.not-numeric', params: { column: 'chol' }, partyId: '1002', step: null, round: 1 }
    const run = buildRun({ phase: 'failed', failure })
    expect(judgeRun(run, see({ parties: [party({ isOnline: false })] }))).toEqual({ kind: 'fail', failure })
  })
})
