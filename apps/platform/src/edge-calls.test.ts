import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LINK_PATHS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { model } from './features/model/table.ts'
import { task } from './features/task/table.ts'
import { enrolledEdge, signed } from './testing/edge-caller.ts'
import { describeOnOne, type World } from './testing/index.ts'
import { buildModels } from './testing/model.ts'
import { ALGORITHM, addToTask, buildTask, WITH_ALGORITHMS } from './testing/task.ts'

const ONNX = fileURLToPath(new URL('../../../packages/inference/test-data/classes.onnx', import.meta.url))

async function open(world: World, path: string, id: string, token: string) {
  const url = path.replace(/:\w+/, id)
  return world.app.inject({ url, headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } })
}

describeOnOne(
  'calls of edges',
  (at) => {
    test('lets an edge of a task’s party read the plan, but not an edge of another party or a caller with a forged signature', async () => {
      const { taskId, members } = await buildTask(at())
      const [first, second] = members
      const [key, otherKey] = [await enrolledEdge(at(), first), await enrolledEdge(at(), second)]
      const answer = await open(at(), LINK_PATHS.task, taskId, await signed(first.partyId, key))
      expect(answer.json()).toMatchObject({ taskId, plan: { taskId, algorithm: ALGORITHM }, originTaskId: null })
      expect((await open(at(), LINK_PATHS.task, taskId, await signed(second.partyId, otherKey))).statusCode).toBe(200)

      const forged = await open(at(), LINK_PATHS.task, taskId, await signed(first.partyId, otherKey))
      expect([forged.statusCode, forged.json().error]).toEqual([401, 'edge.unknown'])

      const { members: strangers } = await buildTask(at())
      const strangerKey = await enrolledEdge(at(), strangers[0])
      const foreign = await open(at(), LINK_PATHS.task, taskId, await signed(strangers[0].partyId, strangerKey))
      expect(foreign.json()).toMatchObject({ success: false, error: 'task.not-found' })
      await addToTask(at(), taskId, strangers[0], { status: 'left' })
      const left = await open(at(), LINK_PATHS.task, taskId, await signed(strangers[0].partyId, strangerKey))
      expect(left.json()).toMatchObject({ success: false, error: 'task.not-found' })
    })

    test('tells an edge whether one of its members may select rows now', async () => {
      const { taskId, members } = await buildTask(at())
      const [first, second] = members
      const key = await enrolledEdge(at(), second)
      const ask = async (userId: string) => {
        const url = `${LINK_PATHS.choosing.replace(/:\w+/, taskId)}?userId=${userId}`
        const headers = { authorization: `Bearer ${await signed(second.partyId, key)}` }
        return (await at().app.inject({ url, headers })).json()
      }
      expect(await ask(second.member.userId)).toEqual({ refusal: null })
      expect(await ask(first.member.userId)).toEqual({ refusal: { code: 'task.not-allowed', params: {} } })

      const copy = await buildTask(at(), { name: 'The copy' })
      await at().db.update(task).set({ originTaskId: taskId, status: 'training' }).where(eq(task.id, copy.taskId))
      expect(await ask(second.member.userId)).toEqual({ refusal: null })
      await addToTask(at(), copy.taskId, second, { status: 'joined' })
      expect(await ask(second.member.userId)).toMatchObject({
        refusal: { code: 'task.copy-training', params: { task: 'The copy' } },
      })
      for (const status of ['training', 'completed', 'disbanded'] as const) {
        await at().db.update(task).set({ status }).where(eq(task.id, taskId))
        expect(await ask(second.member.userId)).toMatchObject({ refusal: { code: 'task.not-recruiting' } })
      }
    })

    test('serves an algorithm’s code as bytes to any edge that signs the call with its own key', async () => {
      const { members } = await buildTask(at())
      const [key] = [await enrolledEdge(at(), members[0]), await enrolledEdge(at(), members[1])]
      const code = await open(at(), LINK_PATHS.code, ALGORITHM, await signed(members[0].partyId, key))
      expect([code.statusCode, code.body]).toEqual([200, `code of ${ALGORITHM}`])
      const forged = await open(at(), LINK_PATHS.code, ALGORITHM, await signed(members[1].partyId, key))
      expect(forged.statusCode).toBe(401)
    })

    test('serves a model’s file and card to the edge of the model’s own party only', async () => {
      const [owner, other] = await buildModels(at())
      const [key, otherKey] = [await enrolledEdge(at(), owner), await enrolledEdge(at(), other)]
      const [named] = await at().db.select({ name: model.name }).from(model).where(eq(model.id, owner.modelId))
      for (const path of [LINK_PATHS.modelFile, LINK_PATHS.modelCard]) {
        const own = await open(at(), path, owner.modelId, await signed(owner.partyId, key))
        expect(own.statusCode).toBe(200)
        if (path === LINK_PATHS.modelCard)
          expect(own.json()).toMatchObject({
            label: 'ill',
            name: named?.name,
            metrics: { accuracy: 0.9 },
            sha256: sha256(readFileSync(ONNX)),
          })
        else expect(own.rawPayload.equals(readFileSync(ONNX))).toBe(true)
        const foreign = await open(at(), path, owner.modelId, await signed(other.partyId, otherKey))
        expect(foreign.json()).toMatchObject({ success: false, error: 'model.not-found' })
        expect((await open(at(), path, owner.modelId, await signed(owner.partyId, otherKey))).statusCode).toBe(401)
      }
    })

    test.each([
      ['for another audience', { aud: 'console' }],
      ['more than three minutes old', { iat: Math.floor(Date.now() / 1_000) - 190 }],
    ])('refuses a token %s', async (_what, claims) => {
      const { taskId, members } = await buildTask(at())
      const key = await enrolledEdge(at(), members[0])
      for (const [path, id] of [
        [LINK_PATHS.task, taskId],
        [LINK_PATHS.code, ALGORITHM],
      ] as const) {
        expect((await open(at(), path, id, await signed(members[0].partyId, key, claims))).statusCode).toBe(401)
      }
    })
  },
  WITH_ALGORITHMS,
)
