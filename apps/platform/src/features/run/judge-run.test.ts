import { describe, expect, test } from 'vitest'
import { attributeFailure, type JudgedRun, judgeReturn, judgeRun, type PartyPresence, type Sight } from './judge-run.ts'

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
const party = (more: Partial<PartyPresence> = {}): PartyPresence => ({
  partyId: '1002',
  isRevoked: false,
  isOnline: true,
  lastSeen: later(5),
  supernode: 'ok',
  runner: 'ok',
  ...more,
})
const flower = (status: string, outcome = '', details = '') => ({
  attemptId: '7',
  status,
  outcome,
  details,
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

describe('a run that resumes', () => {
  const taken = buildRun({ phase: 'waiting', createTime: later(-100_000), resumedTime: start })
  test.each<[string, Partial<PartyPresence>, number, unknown]>([
    ['resumes once all parties are back', {}, 10, { kind: 'go-on' }],
    [
      'does not count an edge as late before its next heartbeat is due',
      { lastSeen: start },
      5,
      { kind: 'wait', waitingFor: [] },
    ],
    ['waits for an offline edge', { isOnline: false }, 10, { kind: 'wait', waitingFor: ['1002'] }],
    [
      'waits for an edge whose last report is from before the restart',
      { lastSeen: start },
      10,
      { kind: 'wait', waitingFor: ['1002'] },
    ],
    ['waits for a SuperNode', { supernode: 'starting' }, 10, { kind: 'wait', waitingFor: ['1002'] }],
    ['fails after the waiting time for an edge', { isOnline: false }, 600, failure('run.edge-lost', '1002')],
    [
      'fails after the waiting time for a SuperNode',
      { supernode: 'failed' },
      600,
      failure('run.supernode-lost', '1002'),
    ],
  ])('decides whether a run that should resume can resume: %s', (_name, more, seconds, expected) => {
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
    ['platform: does not blame an edge that cannot reconnect', ours, [away], noParty(ours)],
    [
      'platform: does not blame the first of two edges',
      ours,
      [away, party({ partyId: '1003', lastSeen: start })],
      noParty(ours),
    ],
    ['platform: blames an edge that is still connected', ours, [away, lacking], failure('run.supernode-lost', '1003')],
    ['fleet: blames no party', fleets, [away, lacking], noParty(fleets)],
  ])(
    'decides about a run that should resume while a certificate has expired: %s',
    (_what, expired, parties, expected) => {
      expect(judgeReturn(taken, { now: later(600), parties }, expired)).toEqual(expected)
      expect(judgeReturn(taken, { now: later(599), parties }, expired).kind).toBe('wait')
      expect(judgeReturn(taken, { now: later(600), parties: [party()] }, expired)).toEqual({ kind: 'go-on' })
    },
  )

  test('waits for a party exactly as long as the plan allows', () => {
    const away = { now: later(599), parties: [party({ isOnline: false })] }
    const judged = (waitMinutes: number, sight: typeof away) =>
      judgeReturn({ ...taken, plan: { waitMinutes } }, sight, undefined)
    expect(judged(1, away)).toMatchObject({ kind: 'fail' })
    expect(judged(60, { ...away, now: later(3599) }).kind).toBe('wait')
  })

  test('counts the time limit of a resumed run from the restart', () => {
    expect(judgeRun(taken, see())).toEqual(goOn)
    expect(judgeRun({ ...taken, resumedTime: null }, see())).toMatchObject(failure('run.timeout'))
  })
})

describe('a failure that the ServerApp reports', () => {
  const platforms = { code: 'run.platform-expired', params: { date: '2026-02-28' } }
  const fleets = { code: 'run.fleet-expired', params: { date: '2026-02-28' } }
  const offline = { isOnline: false }
  const lacking = { supernode: 'failed' } as const
  test.each<[string, string, typeof fleets | undefined, Partial<PartyPresence>, typeof fleets | 'as reported']>([
    ['no expired certificate: blames an edge that was offline', 'run.party-offline', undefined, offline, 'as reported'],
    ['platform: does not blame an edge that cannot reconnect', 'run.party-offline', platforms, offline, platforms],
    ['platform: does not blame an offline edge for its last report', 'run.worker-died', platforms, offline, platforms],
    ['platform: blames an edge that is still connected', 'run.party-offline', platforms, lacking, 'as reported'],
    ['fleet: does not blame an edge whose SuperNode cannot connect', 'run.party-offline', fleets, {}, fleets],
    ['fleet: does not blame an edge whose SuperNode was restarted', 'run.worker-died', fleets, lacking, fleets],
    ['fleet: blames a connected edge whose worker died', 'run.worker-died', fleets, {}, 'as reported'],
    ['keeps a failure that is not an absence', 'reply.not-declared', platforms, offline, 'as reported'],
  ])('attributes a failure that the ServerApp reports: %s', (_what, code, expired, more, expected) => {
    const reported = { kind: 'failed', code, params: { seconds: 600 }, partyId: '1002', step: 'train', round: 3 }
    const parties = [party({ partyId: '1001', ...offline }), party(more)]
    const blameless = { ...reported, ...(expected === 'as reported' ? {} : { ...expected, partyId: undefined }) }
    expect(attributeFailure(reported, parties, expired)).toEqual(blameless)
  })

  test('does not change a reported failure without a party', () => {
    const reported = { code: 'run.party-offline', params: {} }
    expect(attributeFailure(reported, [party(offline)], platforms)).toEqual(reported)
  })
})

describe('an active run', () => {
  test.each<[string, Partial<JudgedRun>, Partial<Sight>, unknown]>([
    ['all well', {}, {}, goOn],
    ['edge offline', {}, { parties: [party({ isOnline: false }), party({ partyId: '1003' })] }, waits],
    [
      'edge away for long: leaves giving up to the ServerApp',
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
      'ServerApp died with a message',
      {},
      { exit: { code: 1 }, flower: flower('finished', 'failed', 'no module named x') },
      restart('no module named x'),
    ],
    [
      'ServerApp died, reported by its runner',
      {},
      { exit: { code: 139, signal: 11 }, flower: flower('finished', 'failed', 'run.server-died|{"code":139}') },
      restart('SIGSEGV'),
    ],
    [
      'ServerApp killed, reported by Flower first',
      {},
      { flower: flower('finished', 'failed', 'run.server-died|{"code":137,"signal":9}') },
      restart('SIGKILL'),
    ],
    [
      'died in this round before',
      { serverDeaths: { round: 3, count: 3 } },
      { exit: { code: 1 } },
      restart('exit 1', 4),
    ],
    ['died in an earlier round', { serverDeaths: { round: 2, count: 4 } }, { exit: { code: 1 } }, restart('exit 1')],
    [
      'died repeatedly in this round',
      { serverDeaths: { round: 3, count: 4 } },
      { exit: { code: 1 } },
      failure('run.server-died', null, { times: 5, cause: 'exit 1' }),
    ],
    ['resumed, no event yet', restarting, { now: later(119) }, goOn],
    ['resumed, no event within the limit', restarting, { now: later(121) }, restart('no answer')],
    ['resumed after two deaths', { ...restarting, serverDeaths: died(2) }, { now: later(479) }, goOn],
    [
      'resumed after two deaths, no event within the limit',
      { ...restarting, serverDeaths: died(2) },
      { now: later(481) },
      restart('no answer', 3),
    ],
    ['resumed, waits for a party', { ...restarting, waitingFor: ['1002'] }, { now: later(121) }, goOn],
    ['ServerApp finished, Flower not yet', {}, { exit: { code: 0 } }, goOn],
    ['Flower reports failed', {}, { flower: flower('finished', 'failed') }, restart('gone')],
    ['Flower reports stopped', {}, { flower: flower('finished', 'stopped') }, restart('gone')],
    ['Flower does not know the run', {}, { flower: undefined }, restart('gone')],
    ['Flower reports completed', {}, { flower: flower('finished', 'completed') }, { kind: 'collect' }],
    [
      'Flower reports completed, an edge is already offline',
      {},
      { flower: flower('finished', 'completed'), parties: [party({ isOnline: false })] },
      { kind: 'collect' },
    ],
    [
      'an update ended its processes',
      {},
      { hasItsCode: false, exit: { code: 1 }, parties: [party({ isOnline: false })] },
      failure('run.updated'),
    ],
    [
      'an update after Flower completed it',
      {},
      { hasItsCode: false, flower: flower('finished', 'completed') },
      { kind: 'collect' },
    ],
    [
      'an edge goes offline while the model is written',
      { step: 'export' },
      { parties: [party({ isOnline: false })] },
      goOn,
    ],
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
      'SuperLink and ServerApp away',
      { engineAwaySince: later(-30) },
      { flower: 'away', exit: { code: 1 } },
      { ...goOn, engineAwaySince: later(-30) },
    ],
    ['SuperLink back', { engineAwaySince: later(-30) }, { answeredForMs: 0 }, goOn],
    [
      'SuperLink back, parties not yet',
      { engineAwaySince: later(-30) },
      { answeredForMs: 29_000, parties: [party({ supernode: 'starting' })] },
      { ...goOn, engineAwaySince: later(-30) },
    ],
    [
      'SuperLink back, ServerApp still waits for a party',
      { engineAwaySince: later(-30), waitingFor: ['1002'] },
      { answeredForMs: 29_000 },
      { ...goOn, engineAwaySince: later(-30) },
    ],
    [
      'SuperLink back for long, one party not',
      { engineAwaySince: later(-60) },
      { answeredForMs: 30_000, parties: [party({ supernode: 'starting' })] },
      waits,
    ],
    [
      'SuperLink never away, one party away',
      {},
      { answeredForMs: 0, parties: [party({ supernode: 'starting' })] },
      waits,
    ],
    ['no first event', { lastSeq: 0 }, { now: later(121) }, { ...goOn, engineAwaySince: later(121) }],
    [
      'no first event for ten more minutes',
      { lastSeq: 0, engineAwaySince: later(121) },
      { now: later(721) },
      failure('run.engine-away'),
    ],
    ['a late first event', { lastSeq: 1, engineAwaySince: later(121) }, { now: later(300) }, goOn],
    ['slow, but within its limits', {}, { now: later(263 * 60) }, goOn],
    ['beyond its limits', {}, { now: later(267 * 60) }, failure('run.timeout')],
    ['within limits that a longer waiting time extends', { plan: { waitMinutes: 60 } }, { now: later(267 * 60) }, goOn],
  ])(
    'decides whether an active run continues, waits or fails: %s',
    { meta: { spec: ['states.server-app-restart', 'states.party-failure-retry'] } },
    (_what, run, sight, expected) => {
      expect(judgeRun(buildRun(run), see(sight))).toEqual(expected)
    },
  )

  test('keeps the failure that the ServerApp reported, whatever other problems are observed', () => {
    const failure = { code: 'data.not-numeric', params: { column: 'chol' }, partyId: '1002', step: null, round: 1 }
    const run = buildRun({ phase: 'failed', failure })
    expect(judgeRun(run, see({ parties: [party({ isOnline: false })] }))).toEqual({ kind: 'fail', failure })
  })
})
