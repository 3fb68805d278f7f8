import { expect, type Page } from '@playwright/test'
import type { ColumnSelection } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../tools/client.ts'
import { closeJoining, confirmNames, createTask, offerRows, sign, trainToEnd, upload } from '../tools/steps.ts'
import type { speak } from './words.ts'
import { members } from './world.ts'

interface Training {
  name: string
  algorithmId: string
  columnSelection: ColumnSelection
  /** Each party's. */
  datasets: string[]
}

const everybody = async () => [...(await members()).values()] as [Client, ...Client[]]

/** Has each of the demo's parties upload a CSV file, named with the party's place behind; answers the datasets. */
export async function uploadAll(name: string, fileOf: (place: number) => string): Promise<string[]> {
  const datasets: string[] = []
  for (const [place, client] of (await everybody()).entries()) {
    datasets.push(await upload(client, fileOf(place), `${name} ${place}`, 'Rows of a journey'))
  }
  return datasets
}

/** Has all of the demo's parties train together; answers the task and the model, where there is one. */
export async function trainTogether({ name, algorithmId, columnSelection, datasets }: Training) {
  const all = await everybody()
  const [initiator, ...others] = all
  const taskId = await createTask(initiator, name, 'public', 'federated')
  for (const client of others) await client.call(wire.JoinTask, { taskId })
  for (const [place, client] of all.entries()) {
    await offerRows(client, taskId, datasets[place] ?? '')
    if (client === initiator) {
      await initiator.call(wire.UpdateTask, { taskId, algorithmId })
      await initiator.call(wire.UpdateColumnSelection, { taskId, columnSelection })
      await closeJoining(initiator, taskId)
    }
    await confirmNames(client, taskId)
  }
  for (const client of all) await sign(client, taskId)
  const { modelId } = await trainToEnd(all, taskId, () => {}, name)
  return { taskId, modelId }
}

/** From a model's page to its answer about one case, the example that is filled in. */
export async function predictCase(page: Page, say: ReturnType<typeof speak>, name: string) {
  await page.getByRole('button', { name: say('model', 'action.use') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('inference', 'create.name'), { exact: true }).fill(name)
  await dialog.getByLabel(say('inference', 'create.description')).fill('One case')
  await dialog.getByRole('button', { name: say('inference', 'create.submit') }).click()
  await expect(page.getByLabel('age', { exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
  await expect(page.getByRole('heading', { name: say('inference', 'result.title') })).toBeVisible()
}
