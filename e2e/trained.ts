import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { type ContentType, rowWordOf } from '@tessera/contract'
import type { Client } from '../tools/client.ts'
import { KINDS, trainKind } from '../tools/demo-kinds.ts'
import { type Training, trainTogether as together, upload } from '../tools/steps.ts'
import { limit } from '../tools/testing/limits.ts'
import { frameOf } from './person.ts'
import { showPin } from './signing.ts'
import type { textsIn } from './words.ts'
import { members } from './world.ts'

const everybody = async () => [...(await members()).values()] as [Client, ...Client[]]

/**
 * Uploads a CSV file for each of the demo's parties, with the party's position as suffix of its name. Returns the
 * datasets.
 */
export async function uploadAll(name: string, fileOf: (place: number) => string): Promise<string[]> {
  const datasets: string[] = []
  for (const [place, client] of (await everybody()).entries()) {
    datasets.push(await upload(client, fileOf(place), `${name} ${place}`, 'Rows of a journey'))
  }
  return datasets
}

/** Trains a kind of data as `make demo KINDS=all` does, with this name. Returns the route of the model's page. */
export async function trainKindOfDemo(key: (typeof KINDS)[number]['key'], name: string): Promise<string> {
  const kind = KINDS.find((one) => one.key === key)
  if (!kind) throw new Error(`the demo has no ${key}`)
  const own = { ...kind, name, dataset: { ...kind.dataset, name } }
  return `/modal/modalDetail?id=${(await trainKind(await everybody(), own, () => {})).modelId}`
}

/** Trains with all of the demo's parties. Returns the task and, if the training produces one, the model. */
export const trainTogether = async (training: Training) => together(await everybody(), training, () => {})

/** Predicts the example case on a model's own page. Returns the frame with the prediction. */
export async function predictCase(page: Page, say: ReturnType<typeof textsIn>): Promise<FrameLocator> {
  const edgeFrame = await openAsking(page, say)
  await expect(edgeFrame.getByLabel('age', { exact: true })).not.toHaveValue('')
  await edgeFrame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
  await expect(edgeFrame.getByRole('heading', { name: say('inference', 'result.title') })).toBeVisible()
  return edgeFrame
}

/**
 * Fills in everything that publishing requires on a model's page, with this name. Returns the button that publishes the
 * model.
 */
export async function fillPublication(page: Page, say: ReturnType<typeof textsIn>, name: string): Promise<Locator> {
  await page.getByRole('button', { name: say('model', 'action.publish') }).click()
  const dialog = page.getByRole('dialog', { name: say('model', 'publish.title') })
  await dialog.getByLabel(say('model', 'field.name'), { exact: true }).fill(name)
  for (const field of ['description', 'instruction', 'application'] as const) {
    await dialog.getByLabel(say('model', `field.${field}`)).fill('What a journey says of it')
  }
  await dialog.getByRole('checkbox').check()
  return dialog.getByRole('button', { name: say('model', 'publish.submit'), exact: true })
}

/** Enters the PIN on a model's page. Returns the frame in which the party's edge predicts with the model. */
export async function openAsking(page: Page, say: ReturnType<typeof textsIn>): Promise<FrameLocator> {
  await showPin(page, say)
  return frameOf(page)
}

/** Enters the name under which the prediction is saved. */
export async function keepAs(edgeFrame: FrameLocator, say: ReturnType<typeof textsIn>, name: string) {
  const dialog = edgeFrame.getByRole('dialog', { name: say('inference', 'keep.title') })
  await dialog.getByLabel(say('inference', 'keep.name'), { exact: true }).fill(name)
  await dialog.getByLabel(say('inference', 'keep.description')).fill('What comes of it')
  await dialog
    .getByRole('button')
    .filter({ hasText: say('inference', 'keep.submit') })
    .or(dialog.getByRole('button').filter({ hasText: say('inference', 'keep.submit.dataset') }))
    .click()
}

/** Predicts a whole dataset of the user from a model's page, and saves the prediction under this name. */
export async function predictDataset(
  page: Page,
  say: ReturnType<typeof textsIn>,
  { name, count, of, as }: { name: string; count: number; of: ContentType; as?: string },
) {
  const edgeFrame = await openAsking(page, say)
  await edgeFrame.getByText(say('inference', 'source.dataset'), { exact: true }).click()
  const dataset = edgeFrame.getByRole('combobox', { name: say('inference', 'dataset.label') })
  await dataset.fill(name)
  // Clicks, because the list of datasets loads only when it opens, and an earlier Enter would select nothing.
  await edgeFrame.locator('.ant-select-item-option', { hasText: name }).first().click()
  await edgeFrame.getByRole('button', { name: say('inference', 'dataset.submit') }).click()
  if (as) await keepAs(edgeFrame, say, as)
  const rows = say('rows', `count.${rowWordOf(of)}`, { count })
  await expect(edgeFrame.getByText(say('inference', 'result.rows', { rows }))).toBeVisible({ timeout: limit(60_000) })
}
