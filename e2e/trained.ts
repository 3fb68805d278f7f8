import { expect, type Page } from '@playwright/test'
import type { Client } from '../tools/client.ts'
import { KINDS, trainKind } from '../tools/demo-kinds.ts'
import { type Training, trainTogether as together, upload } from '../tools/steps.ts'
import type { speak } from './words.ts'
import { members } from './world.ts'

const everybody = async () => [...(await members()).values()] as [Client, ...Client[]]

/** Has each of the demo's parties upload a CSV file, named with the party's place behind; answers the datasets. */
export async function uploadAll(name: string, fileOf: (place: number) => string): Promise<string[]> {
  const datasets: string[] = []
  for (const [place, client] of (await everybody()).entries()) {
    datasets.push(await upload(client, fileOf(place), `${name} ${place}`, 'Rows of a journey'))
  }
  return datasets
}

/** Trains a kind of data as `make demo KINDS=all` does, under names of a journey's own; answers its model's page. */
export async function trainKindOfDemo(key: (typeof KINDS)[number]['key'], name: string): Promise<string> {
  const kind = KINDS.find((one) => one.key === key)
  if (!kind) throw new Error(`the demo has no ${key}`)
  const own = { ...kind, name, dataset: { ...kind.dataset, name } }
  return `/modal/modalDetail?id=${(await trainKind(await everybody(), own, () => {})).modelId}`
}

/** Has all of the demo's parties train together; answers the task and the model, where there is one. */
export const trainTogether = async (training: Training) => together(await everybody(), training, () => {})

/** Has a model say something of one case on its own page, of the example that is filled in. */
export async function predictCase(page: Page, say: ReturnType<typeof speak>) {
  await expect(page.getByLabel('age', { exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
  await expect(page.getByRole('heading', { name: say('inference', 'result.title') })).toBeVisible()
}

/** Names what is to be kept. */
export async function keepAs(page: Page, say: ReturnType<typeof speak>, name: string) {
  const dialog = page.getByRole('dialog', { name: say('inference', 'keep.title') })
  await dialog.getByLabel(say('inference', 'keep.name'), { exact: true }).fill(name)
  await dialog.getByLabel(say('inference', 'keep.description')).fill('What comes of it')
  await dialog
    .getByRole('button')
    .filter({ hasText: say('inference', 'keep.submit') })
    .or(dialog.getByRole('button').filter({ hasText: say('inference', 'keep.submit.dataset') }))
    .click()
}

/** Has a whole dataset of one's own predicted; from a model's page under a name, by which it is found again. */
export async function predictDataset(
  page: Page,
  say: ReturnType<typeof speak>,
  { name, count, as }: { name: string; count: number; as?: string },
) {
  await page.getByText(say('inference', 'source.dataset'), { exact: true }).click()
  const dataset = page.getByRole('combobox', { name: say('inference', 'dataset.label') })
  await dataset.fill(name)
  // The list is asked for when it opens: an Enter before it is there chooses nothing.
  await page.locator('.ant-select-item-option', { hasText: name }).first().click()
  await page.getByRole('button', { name: say('inference', 'dataset.submit') }).click()
  if (as) await keepAs(page, say, as)
  await expect(page.getByText(say('inference', 'result.rows', { count }))).toBeVisible({ timeout: 60_000 })
}
