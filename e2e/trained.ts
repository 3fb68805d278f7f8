import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { ContentType } from '@tessera/contract'
import type { Client } from '../tools/client.ts'
import { KINDS, trainKind } from '../tools/demo-kinds.ts'
import { type Training, trainTogether as together, upload } from '../tools/steps.ts'
import { limit } from '../tools/testing/limits.ts'
import { frameOf } from './person.ts'
import { showPin } from './signing.ts'
import type { speak } from './words.ts'
import { members } from './world.ts'

const everybody = async () => [...(await members()).values()] as [Client, ...Client[]]

/** Lets each of the demo's parties upload a CSV file, named with the party's place as suffix. Returns the datasets. */
export async function uploadAll(name: string, fileOf: (place: number) => string): Promise<string[]> {
  const datasets: string[] = []
  for (const [place, client] of (await everybody()).entries()) {
    datasets.push(await upload(client, fileOf(place), `${name} ${place}`, 'Rows of a journey'))
  }
  return datasets
}

/** Trains a kind of data like `make demo KINDS=all`, under a journey's own names. Returns its model's page. */
export async function trainKindOfDemo(key: (typeof KINDS)[number]['key'], name: string): Promise<string> {
  const kind = KINDS.find((one) => one.key === key)
  if (!kind) throw new Error(`the demo has no ${key}`)
  const own = { ...kind, name, dataset: { ...kind.dataset, name } }
  return `/modal/modalDetail?id=${(await trainKind(await everybody(), own, () => {})).modelId}`
}

/** Trains with all of the demo's parties. Returns the task and, if there is one, the model. */
export const trainTogether = async (training: Training) => together(await everybody(), training, () => {})

/** Predicts one case on a model's own page, with the example that is filled in. Returns its frame. */
export async function predictCase(page: Page, say: ReturnType<typeof speak>): Promise<FrameLocator> {
  const edgeFrame = await openAsking(page, say)
  await expect(edgeFrame.getByLabel('age', { exact: true })).not.toHaveValue('')
  await edgeFrame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
  await expect(edgeFrame.getByRole('heading', { name: say('inference', 'result.title') })).toBeVisible()
  return edgeFrame
}

/**
 * On a model's page: fills in everything that publishing requires, under this name. Returns the button that publishes
 * it.
 */
export async function fillPublication(page: Page, say: ReturnType<typeof speak>, name: string): Promise<Locator> {
  await page.getByRole('button', { name: say('model', 'action.publish') }).click()
  const dialog = page.getByRole('dialog', { name: say('model', 'publish.title') })
  await dialog.getByLabel(say('model', 'field.name'), { exact: true }).fill(name)
  for (const field of ['description', 'instruction', 'application'] as const) {
    await dialog.getByLabel(say('model', `field.${field}`)).fill('What a journey says of it')
  }
  await dialog.getByRole('checkbox').check()
  return dialog.getByRole('button', { name: say('model', 'publish.submit'), exact: true })
}

/** Returns the frame in which the party's edge predicts with this page's model, after the PIN was entered. */
export async function openAsking(page: Page, say: ReturnType<typeof speak>): Promise<FrameLocator> {
  await showPin(page, say)
  return frameOf(page)
}

/** Enters the name for saving. */
export async function keepAs(edgeFrame: FrameLocator, say: ReturnType<typeof speak>, name: string) {
  const dialog = edgeFrame.getByRole('dialog', { name: say('inference', 'keep.title') })
  await dialog.getByLabel(say('inference', 'keep.name'), { exact: true }).fill(name)
  await dialog.getByLabel(say('inference', 'keep.description')).fill('What comes of it')
  await dialog
    .getByRole('button')
    .filter({ hasText: say('inference', 'keep.submit') })
    .or(dialog.getByRole('button').filter({ hasText: say('inference', 'keep.submit.dataset') }))
    .click()
}

/** Predicts a whole dataset of the user, from a model's page, under a name by which it is found again. */
export async function predictDataset(
  page: Page,
  say: ReturnType<typeof speak>,
  { name, count, of, as }: { name: string; count: number; of: ContentType; as?: string },
) {
  const edgeFrame = await openAsking(page, say)
  await edgeFrame.getByText(say('inference', 'source.dataset'), { exact: true }).click()
  const dataset = edgeFrame.getByRole('combobox', { name: say('inference', 'dataset.label') })
  await dataset.fill(name)
  // The list is requested when it opens; an earlier Enter would choose nothing.
  await edgeFrame.locator('.ant-select-item-option', { hasText: name }).first().click()
  await edgeFrame.getByRole('button', { name: say('inference', 'dataset.submit') }).click()
  if (as) await keepAs(edgeFrame, say, as)
  const rows = say('rows', `count.${of}`, { count })
  await expect(edgeFrame.getByText(say('inference', 'result.rows', { rows }))).toBeVisible({ timeout: limit(60_000) })
}
