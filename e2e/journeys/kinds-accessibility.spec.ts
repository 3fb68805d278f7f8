import { expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../../tools/client.ts'
import { KINDS, trainKind } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { createTask } from '../../tools/steps.ts'
import { limit } from '../../tools/testing/limits.ts'
import { comeIn, faultlessInBothThemes, frameOf } from '../person.ts'
import { showPin } from '../signing.ts'
import { predictDataset } from '../trained.ts'
import { speak } from '../words.ts'
import { member, members } from '../world.ts'

const [alice] = PARTIES
const say = speak('en')
const run = Date.now().toString(36)
/** How good the models are is not judged here. */
const FEW_ROUNDS = 2

for (const kind of KINDS) {
  test(`has no axe finding of moderate or higher impact where ${kind.key} are shown, chosen, judged and predicted, in either theme`, {
    tag: '@long',
  }, async ({ browser }) => {
    test.setTimeout(limit(900_000))
    const { taskId, modelId, dataset } = await thingsOf(kind)
    const page = await comeIn(browser, alice.username, { tongue: 'en' })

    await page.goto(`/data-detail?id=${dataset.id}&partyId=${alice.id}`)
    await showPin(page, say)
    await expect(frameOf(page).getByRole('figure').first()).toBeVisible()
    await faultlessInBothThemes(page)

    await choosing(page, dataset)
    await faultlessInBothThemes(page)

    await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
    await expect(page.getByRole('heading', { name: say('run', 'finished.title') })).toBeVisible()
    await faultlessInBothThemes(page)

    await page.goto(`/modal/modalDetail?id=${modelId}`)
    await faultlessInBothThemes(page)
    await predictDataset(page, say, {
      name: dataset.name,
      count: dataset.rowCount,
      of: dataset.contentType,
      as: `${kind.key} ${run}`,
    })
    await faultlessInBothThemes(page)
    await page.context().close()
  })
}

/**
 * Returns what a demo with all kinds has, or what `by-hand.spec.ts` left in this demo; otherwise trains it here, like
 * that demo.
 */
async function thingsOf(kind: (typeof KINDS)[number]) {
  const found = (await findThings(kind.name, kind.dataset.name)) ?? (await findThings(kind.key, `Alice ${kind.key}`))
  if (found) return found
  await train(kind)
  const things = await findThings(kind.name, kind.dataset.name)
  if (!things) throw new Error(`no task or dataset of ${kind.key}`)
  return things
}

async function findThings(taskName: string, datasetName: string) {
  const client = await member(alice)
  const tasks = await client.call(wire.ListMyTasks, { pageNo: 1, type: 'TRAIN', name: taskName })
  const task = tasks.records.find(({ status }) => status === 'completed')
  const [dataset] = (await client.call(wire.ListMyDatasets, { name: datasetName })).records
  if (!task || !dataset) return null
  const { modelId } = await client.call(wire.GetTask, { taskId: task.id })
  return { taskId: task.id, modelId, dataset }
}

async function train(kind: (typeof KINDS)[number]) {
  const everybody = [...(await members()).values()] as [Client, ...Client[]]
  const parameters = { ...kind.parameters, max_iter: FEW_ROUNDS }
  await trainKind(everybody, { ...kind, parameters }, () => {})
}

/**
 * Prepares a new task up to the part of the data that it may use; pictures are chosen one by one on a page of the edge.
 */
async function choosing(page: Page, dataset: { id: string; name: string; contentType: string }) {
  const taskId = await createTask(await member(alice), `Chosen ${run}`, 'private', 'federated')
  await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
  await page.getByRole('radio', { name: dataset.name }).first().check()
  if (dataset.contentType !== 'vision') {
    await expect(page.getByRole('button', { name: say('task', 'dataset.submit.whole') })).toBeVisible()
    return
  }
  await page.getByRole('radio', { name: say('task', 'dataset.pictures.some') }).check()
  await showPin(page, say)
  await expect(frameOf(page).locator('img').first()).toBeVisible()
}
