import { GetTask, ListDepartments, ListMyDatasets, ListPoolModels, PublishModel } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asUser, call, describeOnOne, type TestParty, type World } from '../../testing/index.ts'
import { buildModels } from '../../testing/model.ts'
import { admin, buildTask, WITH_ALGORITHMS } from '../../testing/task.ts'
import { parties } from './table.ts'

const inEnglish = async (w: World, party: TestParty) => {
  const nameEn = `English ${party.partyId}`
  await w.db.update(parties).set({ nameEn }).where(eq(parties.id, party.partyId))
  return nameEn
}

describeOnOne(
  'parties are named in the reader’s language',
  (world) => {
    test('shows party names in the reader’s language in tasks and on datasets', async () => {
      const w = world()
      const { taskId, members } = await buildTask(w)
      const [initiator, participant] = members
      const nameEn = await inEnglish(w, initiator)
      expect((await call(w, GetTask, { taskId }, admin(participant))).result.partyName).toBe(nameEn)
      const mine = (await call(w, ListMyDatasets, {}, admin(initiator))).result.records
      expect(mine.map(({ partyName }) => partyName)).toEqual([nameEn])

      const inChinese = await w.app.inject({
        url: `${w.settings.PREFIX}${GetTask.path}?id=${taskId}`,
        headers: { ...asUser(participant.admin, participant), 'accept-language': 'zh-CN' },
      })
      expect(inChinese.json().result.partyId_dictText).toBe(initiator.name)
    })

    test('shows the party name in the reader’s language at the root of its departments', async () => {
      const w = world()
      const { members } = await buildTask(w)
      const nameEn = await inEnglish(w, members[0])
      const [root] = (await call(w, ListDepartments, {}, admin(members[0]))).result
      expect(root?.name).toBe(nameEn)
      expect(root?.children[0]?.name).not.toBe(nameEn)
    })

    test('shows party names in the reader’s language in the model pool', async () => {
      const w = world()
      const [owner] = await buildModels(w)
      const nameEn = await inEnglish(w, owner)
      const texts = { name: 'heart', description: 'd', instruction: 'i', application: 'a' }
      await call(w, PublishModel, { modelId: owner.modelId, ...texts } as never, admin(owner))
      const { records } = (await call(w, ListPoolModels, {}, admin(owner))).result
      expect(records.filter(({ partyId }) => partyId === owner.partyId).map(({ partyName }) => partyName)).toEqual([
        nameEn,
      ])
    })
  },
  WITH_ALGORITHMS,
)
