import { Search } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asUser, buildParty, buildUser, call, describeOn, type TestParty, uniqueName } from '../../testing/index.ts'
import { buildModels } from '../../testing/model.ts'
import { addToTask, admin, buildDataset, buildTask, member, OPEN, WITH_ALGORITHMS } from '../../testing/task.ts'
import { model } from '../model/table.ts'

describeOn(
  'server',
  'search',
  (world) => {
    const find = async (text: string, who: { user: TestParty['admin']; party: TestParty | null }) =>
      (await call(world(), Search, { text }, who)).result.map(({ kind, name }) => `${kind} ${name}`)

    test('finds objects of each kind by name, limited to those that lists and pages show the reader', {
      meta: { spec: 'states.global-search' },
    }, async () => {
      const mark = uniqueName('find')
      const [a, other] = [
        await buildParty(world(), { name: `甲${mark}`, nameEn: `A ${mark}` }),
        await buildParty(world()),
      ]
      const { taskId } = await buildTask(world(), {
        ...OPEN,
        given: [a],
        name: `${mark} private`,
        visibility: 'private',
      })
      await buildTask(world(), { given: [a], name: `${mark} public` })
      await buildTask(world(), { given: [a], name: `${mark} gone`, status: 'disbanded' })
      world().clock.advance(1_000)
      await buildDataset(world(), a, { name: `${mark} shared`, searchName: `${mark} shared` })
      const own = {
        name: `${mark} own`,
        searchName: `${mark} own`,
        sharing: 'person',
        createdByUserId: a.member.userId,
      } as const
      world().clock.advance(1_000)
      await buildDataset(world(), a, own)
      const [owner] = await buildModels(world())
      await world()
        .db.update(model)
        .set({ name: `${mark} model` })
        .where(eq(model.id, owner.modelId))
      const tourist = { user: await buildUser(world()), party: null }

      const open = [`task ${mark} public`, `dataset ${mark} shared`]
      const party = `party A ${mark}`
      expect(await find(mark, tourist)).toEqual([...open, party])
      expect(await find(mark, admin(other))).toEqual([...open, party])
      expect(await find(mark, admin(owner))).toEqual([...open, `model ${mark} model`, party])
      const whole = [
        `task ${mark} public`,
        `task ${mark} private`,
        `dataset ${mark} own`,
        `dataset ${mark} shared`,
        party,
      ]
      expect(await find(mark.toUpperCase(), member(a))).toEqual(whole)
      // An invited party sees the task. The dataset of another user stays hidden.
      await addToTask(world(), taskId, other, { status: 'invited' })
      expect(await find(mark, admin(other))).toEqual([
        `task ${mark} public`,
        `task ${mark} private`,
        `dataset ${mark} shared`,
        party,
      ])
      await world().db.update(model).set({ isPublished: true }).where(eq(model.id, owner.modelId))
      expect(await find(mark, tourist)).toContain(`model ${mark} model`)
    })

    test('names algorithms and parties in the reader’s language, whichever language the search matched', {
      meta: { spec: 'calls.search' },
    }, async () => {
      const mark = uniqueName('tongue')
      const party = await buildParty(world(), { name: `北方${mark}`, nameEn: `North ${mark}` })
      expect(await find(`北方${mark}`, admin(party))).toEqual([`party North ${mark}`])
      expect(await find('logistic', admin(party))).toContain('algorithm Logistic regression')
      const { app, settings } = world()
      const url = `${settings.PREFIX}/platform/search?text=logistic`
      const headers = { ...asUser(party.admin, party), 'accept-language': 'zh-CN' }
      expect((await app.inject({ url, headers })).json().result[0].name).toBe('Logistic regression 中文')
    })

    test('names the owners of search results, returns at most five per kind, and none for an empty text', {
      meta: { spec: 'calls.search' },
    }, async () => {
      const mark = uniqueName('many')
      const a = await buildParty(world())
      for (let count = 0; count < 7; count += 1) await buildTask(world(), { given: [a], name: mark })
      const { result } = await call(world(), Search, { text: ` ${mark} ` }, admin(a))
      const tasks = result.filter(({ kind }) => kind === 'task')
      expect(tasks).toHaveLength(5)
      expect(tasks[0]).toMatchObject({ name: mark, partyName: a.nameEn })
      expect(await find('  ', admin(a))).toEqual([])
      expect(await find('%', admin(a))).toEqual([])
      expect(await call(world(), Search, { text: mark })).toMatchObject({ status: 401, error: 'session.missing' })
    })
  },
  WITH_ALGORITHMS,
)
