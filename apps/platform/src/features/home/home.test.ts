import { CreateTask, GetAbout, GetStatistics, ListVersions } from '@tessera/contract/wire'
import { VERSION } from '@tessera/server'
import { expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { asUser, buildParty, buildUser, call, describeOn, describeOnOne } from '../../testing/index.ts'
import { keepOnline } from '../../testing/task.ts'
import { applyDatasetReport } from '../dataset/index.ts'

const table = (userId: string, more: object = {}) => ({
  id: newId(),
  name: 'table',
  description: '',
  contentType: 'tabular' as const,
  sharing: 'party' as const,
  sizeBytes: 1,
  rowCount: 1,
  tableName: 't',
  columns: [],
  columnTypes: {},
  labelColumns: [],
  mapping: [],
  repeatedId: null,
  createdByUserId: userId,
  orgCode: '',
  createTime: '2026-03-01T00:00:00Z',
  taskId: null,
  parentId: null,
  deleted: false,
  ...more,
})

describeOnOne('home', (world) => {
  test('counts the objects on the home page, without deleted datasets and rows selected for tasks', {
    meta: { spec: ['entities.statistics', 'calls.bigScreen/num'] },
  }, async () => {
    const { db, clock } = world()
    const tourist = { user: await buildUser(world()), party: null }
    const before = (await call(world(), GetStatistics, {}, tourist)).result
    const party = await buildParty(world())
    const who = { user: party.admin, party }
    await keepOnline(world(), party)
    for (const more of [{}, { deleted: true }, { taskId: 'task', parentId: 'table' }]) {
      await applyDatasetReport(db, party.partyId, table(party.admin.userId, more), clock.now())
    }
    const texts = { name: 'count', description: '', visibility: 'private', researchType: 'federated' } as const
    expect((await call(world(), CreateTask, texts, who)).error).toBeUndefined()

    const { result } = await call(world(), GetStatistics, {}, tourist)
    expect(result).toEqual({
      ...before,
      parties: before.parties + 1,
      tasks: before.tasks + 1,
      datasets: before.datasets + 1,
    })
  })

  test('shows the changelog in the requested language, with the current version first', {
    meta: { spec: ['screens.journal', 'calls.flConf/version/list'] },
  }, async () => {
    const user = await buildUser(world())
    const { result } = await call(world(), ListVersions, {}, { user })
    expect(result[0]?.version).toBe(VERSION)
    expect(result.map(({ date }) => date)).toEqual(
      result
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    )
    expect(result[0]?.notes.join()).toMatch(/^[^一-龥]+$/)

    const { app, settings } = world()
    const url = `${settings.PREFIX}/federalml/flConf/version/list`
    const chinese = await app.inject({ url, headers: { ...asUser(user), 'accept-language': 'zh-CN' } })
    for (const note of chinese.json().result[0].notes) expect(note).toMatch(/[一-龥]/)
  })

  test('returns the same version in the changelog, the OpenAPI document and the answer before log-in', {
    meta: { spec: 'screens.build-version' },
  }, async () => {
    const { app } = world()
    const about = (await call(world(), GetAbout)).result
    expect(about).toEqual({ version: VERSION, hasMarket: false, httpsUrl: null })
    const user = await buildUser(world())
    expect((await app.inject({ url: '/docs/json', headers: asUser(user) })).json().info.version).toBe(VERSION)
    expect((await call(world(), ListVersions, {}, { user })).result[0]?.version).toBe(about.version)
  })

  test('requires a session for the home page', async () => {
    for (const endpoint of [GetStatistics, ListVersions]) {
      expect(await call(world(), endpoint)).toMatchObject({ status: 401, error: 'session.missing' })
    }
  })
})

describeOn(
  'embedded',
  'an installation on https with a market',
  (world) => {
    test('returns the addresses of market and platform before log-in', {
      meta: { spec: 'calls.sys/about' },
    }, async () => {
      const { hasMarket, httpsUrl } = (await call(world(), GetAbout)).result
      expect({ hasMarket, httpsUrl }).toEqual({ hasMarket: true, httpsUrl: 'https://tessera.example.org' })
    })
  },
  { MARKET_URL: 'https://market.example.org', PUBLIC_URL: 'https://tessera.example.org' },
)
