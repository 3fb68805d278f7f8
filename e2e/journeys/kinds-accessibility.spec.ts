import { expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../../tools/client.ts'
import { KINDS, trainKind } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { createTask } from '../../tools/steps.ts'
import { limit } from '../../tools/testing/limits.ts'
import { expectNoAxeFindingsInBothThemes, frameOf, logInAs } from '../person.ts'
import { showPin } from '../signing.ts'
import { predictDataset } from '../trained.ts'
import { textsIn } from '../words.ts'
import { member, members } from '../world.ts'

const [alice] = PARTIES
const say = textsIn('en')
const run = Date.now().toString(36)
/** A low number of rounds, because this test does not check the quality of the models. */
const FEW_ROUNDS = 2

for (const kind of KINDS) {
  test(`has no axe finding of moderate or higher impact on the pages that show, select, evaluate and predict ${kind.key}, in either theme`, {
    tag: '@long',
  }, async ({ browser }) => {
    test.setTimeout(limit(900_000))
    const { taskId, modelId, dataset } = await thingsOf(kind)
    const page = await logInAs(browser, alice.username, { tongue: 'en' })

    await page.goto(`/data-detail?id=${dataset.id}&partyId=${alice.id}`)
    await showPin(page, say)
    await expect(frameOf(page).getByRole('figure').first()).toBeVisible()
    await expectNoAxeFindingsInBothThemes(page)

    await choosing(page, dataset)
    await expectNoAxeFindingsInBothThemes(page)

    await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
    await expect(page.getByRole('heading', { name: say('run', 'finished.title') })).toBeVisible()
    await expectNoAxeFindingsInBothThemes(page)

    await page.goto(`/modal/modalDetail?id=${modelId}`)
    await expectNoAxeFindingsInBothThemes(page)
    await predictDataset(page, say, {
      name: dataset.name,
      count: dataset.rowCount,
      of: dataset.contentType,
      as: `${kind.key} ${run}`,
    })
    await expectNoAxeFindingsInBothThemes(page)
    await page.context().close()
  })
}

/**
 * Returns a task, a dataset and a model of this kind. They come from a demo with all kinds or from `by-hand.spec.ts`;
 * if neither exists, they are trained as in the demo.
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

/** Prepares a new task up to the selection of rows. Members select single pictures on a page of the edge. */
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
