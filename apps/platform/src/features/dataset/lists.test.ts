import type { ContentType, DatasetMetadata, Input } from '@tessera/contract'
import {
  GetDataset,
  ListDatasetChoices,
  ListDatasetsOfKinds,
  ListMyDatasets,
  ListPoolDatasets,
  SearchDatasetName,
} from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { buildHospital, tell } from '../../testing/dataset.ts'
import { asUser, buildUser, call, describeOnBoth, type TestUser, uniqueName } from '../../testing/index.ts'
import { identifyActor } from '../session/index.ts'
import { maySee } from './policy.ts'

describeOnBoth('lists of datasets', (world) => {
  test('shows each reader the datasets that the policy allows, in both lists and individually', {
    meta: { spec: ['roles.dataset-permission', 'calls.collectFileMeta/listAllData'] },
  }, async () => {
    const hospital = await buildHospital(world())
    const other = await buildHospital(world())
    const mark = uniqueName('seen')
    const rows = [
      ...(await Promise.all(
        (['person', 'department', 'party'] as const).map((sharing) =>
          tell(world(), hospital, { name: `${mark} ${sharing}`, sharing }),
        ),
      )),
      await tell(world(), hospital, { name: `${mark} offered`, taskId: 'some-task', parentId: 'some-parent' }),
      await tell(world(), hospital, { name: `${mark} gone`, deleted: true }),
    ]
    const tourist = await buildUser(world())
    const askers: [TestUser, { partyId: string } | null][] = [
      [hospital.owner, hospital],
      [hospital.neighbour, hospital],
      [hospital.member, hospital],
      [hospital.admin, hospital],
      [other.admin, other],
      [tourist, null],
    ]
    const counts: number[] = []
    for (const [user, party] of askers) {
      const actor = await identifyActor(world().deps, user.token, party?.partyId ?? null)
      const listed = rows.filter((row) => row.taskId === null && !row.deleted && maySee(actor, row))
      const expected = listed.map(({ name }) => name).sort()
      const pool = await call(world(), ListPoolDatasets, { name: mark }, { user, party })
      expect(pool.result.records.map(({ name }) => name).sort()).toEqual(expected)
      expect(pool.result.total).toBe(expected.length)
      counts.push(expected.length)

      if (party) {
        const mine = await call(world(), ListMyDatasets, { name: mark }, { user, party })
        const own = listed.filter(({ partyId }) => partyId === party.partyId)
        expect(mine.result.records.map(({ name }) => name).sort()).toEqual(own.map(({ name }) => name).sort())
      }
      for (const row of rows) {
        const answer = await call(world(), GetDataset, { datasetId: row.id }, { user, party })
        expect(answer.error).toBe(!row.deleted && maySee(actor, row) ? undefined : 'dataset.not-found')
      }
    }
    expect(counts).toEqual([3, 2, 1, 3, 1, 1])
  })

  test('returns columns, a readable size and abilities, and lets no other party read rows', {
    meta: { spec: 'calls.collectFileMeta/queryById' },
  }, async () => {
    const hospital = await buildHospital(world())
    const other = await buildHospital(world())
    const { id } = await tell(world(), hospital, { columns: ['radius', 'texture', 'malignant'] })
    const own = await call(world(), GetDataset, { datasetId: id }, { user: hospital.owner, party: hospital })
    expect(own.result).toMatchObject({
      partyName: hospital.name,
      createdBy: hospital.owner.username,
      size: '120.4 KB',
      rowCount: 120,
      createTime: new Date('2026-03-01T08:00:00Z'),
      columns: ['radius', 'texture', 'malignant'],
      columnTypes: { radius: 'number' },
      abilities: { readRows: true, delete: true },
    })
    const foreign = await call(world(), GetDataset, { datasetId: id }, { user: other.admin, party: other })
    expect(foreign.result.abilities).toEqual({ readRows: false, delete: false })

    const odd = await tell(world(), hospital, { columns: ['a,b', 'c'], columnTypes: { 'a,b': 'text', c: 'text' } })
    const answer = await call(world(), GetDataset, { datasetId: odd.id }, { user: hospital.owner, party: hospital })
    expect(answer.result.columns).toEqual(['a,b', 'c'])
    const asOlder = async (datasetId: string) => {
      const url = `${world().settings.PREFIX}${GetDataset.path}?id=${datasetId}`
      const sent = await world().app.inject({ url, headers: asUser(hospital.owner, hospital) })
      return sent.json().result
    }
    expect(await asOlder(id)).toMatchObject({ columns: 'radius,texture,malignant' })
    expect(await asOlder(odd.id)).not.toHaveProperty('columns')
  })

  test('lists datasets newest first, in pages, and treats wildcards in a search as plain characters', {
    meta: { spec: 'calls.collectFileMeta/listCurrent' },
  }, async () => {
    const hospital = await buildHospital(world())
    const mark = uniqueName('page')
    for (const day of ['03', '01', '02']) {
      await tell(world(), hospital, { name: `${mark}_${day}%`, createTime: `2026-02-${day}T00:00:00Z` })
    }
    const asOwner = { user: hospital.owner, party: hospital }
    const first = await call(world(), ListMyDatasets, { name: mark, pageSize: 2 }, asOwner)
    expect(first.result.records.map(({ name }) => name)).toEqual([`${mark}_03%`, `${mark}_02%`])
    expect(first.result).toMatchObject({ total: 3, pages: 2, current: 1, size: 2 })
    const second = await call(world(), ListMyDatasets, { name: mark, pageSize: 2, pageNo: 2 }, asOwner)
    expect(second.result.records.map(({ name }) => name)).toEqual([`${mark}_01%`])

    const totalOf = async (name: string) => (await call(world(), ListMyDatasets, { name }, asOwner)).result.total
    expect(await totalOf(`${mark}_01%`.toUpperCase())).toBe(1)
    expect(await totalOf(`${mark}%01`)).toBe(0)
    expect(await totalOf(`${mark}_0_`)).toBe(0)
  })

  test('filters the lists by kind of data', async () => {
    const hospital = await buildHospital(world())
    const mark = uniqueName('kind')
    await tell(world(), hospital, { name: `${mark} table` })
    await tell(world(), hospital, { name: `${mark} scans`, contentType: 'vision' })
    const asOwner = { user: hospital.owner, party: hospital }
    const ofKind = async (contentType: ContentType) =>
      (await call(world(), ListMyDatasets, { name: mark, contentType }, asOwner)).result
    expect((await ofKind('vision')).records.map(({ name }) => name)).toEqual([`${mark} scans`])
    expect((await ofKind('vision')).total).toBe(1)
    expect((await ofKind('graph')).total).toBe(0)
  })

  test('ignores case in a search, in any script', async () => {
    const hospital = await buildHospital(world())
    const mark = uniqueName('Ärzte 肺癌 Ω')
    const asOwner = { user: hospital.owner, party: hospital }
    await tell(world(), hospital, { name: mark })
    for (const name of [mark.toLowerCase(), mark.toUpperCase(), mark.slice(4), ` ${mark} `]) {
      expect((await call(world(), ListMyDatasets, { name }, asOwner)).result.total).toBe(1)
    }
  })

  test('returns the same pages whether the database reads the list from its start or its end', async () => {
    const hospital = await buildHospital(world())
    const asOwner = { user: hospital.owner, party: hospital }
    for (let day = 10; day < 17; day++) {
      await tell(world(), hospital, { name: `day ${day}`, createTime: `2026-02-${day}T00:00:00Z` })
    }
    const page = async (pageNo: number) =>
      (await call(world(), ListMyDatasets, { pageNo, pageSize: 3 }, asOwner)).result.records.map(({ name }) => name)
    expect(await page(1)).toEqual(['day 16', 'day 15', 'day 14'])
    expect(await page(2)).toEqual(['day 13', 'day 12', 'day 11'])
    expect(await page(3)).toEqual(['day 10'])
    expect(await page(4)).toEqual([])
  })

  test('counts the columns of datasets in the pool, and names the columns if they are few', async () => {
    const hospital = await buildHospital(world())
    const asOwner = { user: hospital.owner, party: hospital }
    const mark = uniqueName('wide')
    const columns = Array.from({ length: 101 }, (_none, i) => `c${i}`)
    const columnTypes = Object.fromEntries(columns.map((column) => [column, 'number' as const]))
    await tell(world(), hospital, { name: mark, columns, columnTypes })
    const { records } = (await call(world(), ListPoolDatasets, { name: mark }, asOwner)).result
    expect(records).toMatchObject([{ columnCount: 101, columns: [], columnTypes: {} }])
    const own = (await call(world(), ListMyDatasets, { name: mark }, asOwner)).result.records
    expect(own).toMatchObject([{ columnCount: 101, columns, columnTypes }])
    await tell(world(), hospital, { name: `${mark} narrow` })
    const narrow = (await call(world(), ListPoolDatasets, { name: `${mark} narrow` }, asOwner)).result.records
    expect(narrow).toMatchObject([{ columnCount: 3, columns: ['radius', 'texture', 'malignant'] }])
  })

  test('treats a name as taken only by a dataset of the same user in the same party', {
    meta: { spec: ['validation.dataset-duplicate-name', 'calls.collectFileMeta/searchByName'] },
  }, async () => {
    const hospital = await buildHospital(world())
    const other = await buildHospital(world())
    const name = uniqueName('taken')
    const { id } = await tell(world(), hospital, { name, sharing: 'person' })
    await tell(world(), hospital, { name: uniqueName('gone'), deleted: true })
    const search = async (wanted: string, user: TestUser, party: { partyId: string }) =>
      (await call(world(), SearchDatasetName, { name: wanted }, { user, party })).result.map((found) => found.id)

    expect(await search(name, hospital.owner, hospital)).toEqual([id])
    expect(await search(` ${name} `, hospital.owner, hospital)).toEqual([id])
    expect(await search(name.slice(0, -1), hospital.owner, hospital)).toEqual([])
    expect(await search(name, hospital.neighbour, hospital)).toEqual([])
    expect(await search(name, hospital.admin, hospital)).toEqual([])
    expect(await search(name, other.owner, other)).toEqual([])
  })

  test('lists a party’s datasets of one kind, newest first, and as choices with the selected ones first and marked', {
    meta: { spec: 'calls.collectFileMeta/queryData' },
  }, async () => {
    const hospital = await buildHospital(world())
    const asOwner = { user: hospital.owner, party: hospital }
    const add = (day: number, fields: Partial<DatasetMetadata> = {}) =>
      tell(world(), hospital, { createTime: `2026-02-0${day}T00:00:00Z`, ...fields })
    const [oldest, texts, pictures, newest] = [
      await add(1),
      await add(2, { contentType: 'nlp' }),
      await add(3, { contentType: 'vision', labelColumns: ['tumour'] }),
      await add(4),
    ]
    await add(5, { sharing: 'person', createdByUserId: hospital.neighbour.userId })
    await add(5, { deleted: true })
    await add(5, { taskId: 'some-task', parentId: newest.id })
    const other = await buildHospital(world())
    await tell(world(), other)

    const ofKinds = async (contentTypes?: string[]) =>
      (await call(world(), ListDatasetsOfKinds, { contentTypes }, asOwner)).result.map(({ id }) => id)
    expect(await ofKinds(['nlp', 'vision'])).toEqual([pictures.id, texts.id])
    expect(await ofKinds()).toEqual([newest.id, pictures.id, texts.id, oldest.id])
    expect(await ofKinds(['binary'])).toEqual([])
    const [vision] = (await call(world(), ListDatasetsOfKinds, { contentTypes: ['vision'] }, asOwner)).result
    expect(vision).toMatchObject({ labelName: 'tumour', evalType: 'vision' })

    const choices = async (input: Input<typeof ListDatasetChoices>) => {
      const { records, total } = (await call(world(), ListDatasetChoices, input, asOwner)).result
      return [records.map(({ id, isSelected }) => (isSelected ? `${id} chosen` : id)), total]
    }
    const selectedIds = [oldest.id]
    expect(await choices({ contentType: 'tabular', selectedIds })).toEqual([[`${oldest.id} chosen`, newest.id], 2])
    expect(await choices({ pageSize: 1, pageNo: 2, contentType: 'tabular', selectedIds })).toEqual([[newest.id], 2])
    expect(await choices({})).toEqual([[newest.id, pictures.id, texts.id, oldest.id], 4])
    // Another party's dataset is not offered as a choice, whether it is selected or not.
    expect(await choices({ contentType: 'graph', selectedIds })).toEqual([[], 0])
  })

  test('returns none of a party’s datasets to anonymous callers, tourists and non-members', {
    meta: { spec: 'roles.tourist-upload-data' },
  }, async () => {
    const hospital = await buildHospital(world())
    const other = await buildHospital(world())
    expect(await call(world(), ListPoolDatasets)).toMatchObject({ status: 401, error: 'session.missing' })
    const tourist = { user: await buildUser(world()), party: null }
    expect((await call(world(), ListMyDatasets, {}, tourist)).error).toBe('party.required')
    expect((await call(world(), SearchDatasetName, { name: 'x' }, tourist)).error).toBe('party.required')
    const intruder = { user: other.admin, party: hospital }
    expect((await call(world(), ListMyDatasets, {}, intruder)).error).toBe('party.not-member')
  })

  test('serves the additional fields that older clients expect', {
    meta: { spec: ['entities.dataset', 'entities.dataset-storage-fields'] },
  }, async () => {
    const hospital = await buildHospital(world())
    const { id } = await tell(world(), hospital, { sharing: 'department' })
    const { app, settings } = world()
    const answer = await app.inject({
      url: `${settings.PREFIX}/federalml/collectFileMeta/queryById?id=${id}`,
      headers: asUser(hospital.owner, hospital),
    })
    const { result } = answer.json()
    expect(result).toMatchObject({
      id,
      partyId: Number(hospital.partyId),
      permission: 'OFFICE',
      rowsNum: 120,
      columns: 'radius,texture,malignant',
      desc: 'Measurements of cell nuclei.',
      createTime: '2026-03-01 08:00:00',
      createParty: hospital.nameEn,
      eggrollNamespace: hospital.nameEn,
      evalType: 'tabular',
      labelName: '',
      path: `/listOfMeta?tableName=t_${id}`,
      hidden: false,
      deleted: false,
      version: 1,
    })
    expect(JSON.parse(result.columnType)).toEqual({ radius: 'number', texture: 'number', malignant: 'integer' })
    expect(result).not.toHaveProperty('orgCode')
    expect(result).not.toHaveProperty('createdByUserId')
  })
})
