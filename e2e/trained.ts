import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { ContentType } from '@tessera/contract'
import type { Client } from '../tools/client.ts'
import { KINDS, trainKind } from '../tools/demo-kinds.ts'
import { type Training, trainTogether as together, upload } from '../tools/steps.ts'
import { limit } from '../tools/testing/limits.ts'
import { roomOf } from './person.ts'
import { showPin } from './signing.ts'
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

/** Has a model say something of one case on its own page, of the example that is filled in; answers the frame it is asked in. */
export async function predictCase(page: Page, say: ReturnType<typeof speak>): Promise<FrameLocator> {
  const room = await openAsking(page, say)
  await expect(room.getByLabel('age', { exact: true })).not.toHaveValue('')
  await room.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
  await expect(room.getByRole('heading', { name: say('inference', 'result.title') })).toBeVisible()
  return room
}

/** On a model's page: all that publishing asks for, under this name; answers the button that publishes it. */
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

/** The frame in which the party's edge asks the model of this page, once it was shown the PIN. */
export async function openAsking(page: Page, say: ReturnType<typeof speak>): Promise<FrameLocator> {
  await showPin(page, say)
  return roomOf(page)
}

/** Names what is to be kept. */
export async function keepAs(room: FrameLocator, say: ReturnType<typeof speak>, name: string) {
  const dialog = room.getByRole('dialog', { name: say('inference', 'keep.title') })
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
  { name, count, of, as }: { name: string; count: number; of: ContentType; as?: string },
) {
  const room = await openAsking(page, say)
  await room.getByText(say('inference', 'source.dataset'), { exact: true }).click()
  const dataset = room.getByRole('combobox', { name: say('inference', 'dataset.label') })
  await dataset.fill(name)
  // The list is asked for when it opens: an Enter before it is there chooses nothing.
  await room.locator('.ant-select-item-option', { hasText: name }).first().click()
  await room.getByRole('button', { name: say('inference', 'dataset.submit') }).click()
  if (as) await keepAs(room, say, as)
  const rows = say('rows', `count.${of}`, { count })
  await expect(room.getByText(say('inference', 'result.rows', { rows }))).toBeVisible({ timeout: limit(60_000) })
}
