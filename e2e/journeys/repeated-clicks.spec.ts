import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Endpoint } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { paths } from '../../apps/web/src/lib/paths.ts'
import { aloneAt, TASK } from '../../tools/demo-names.ts'
import { PARTIES, SIGNING_PIN } from '../../tools/places.ts'
import { createTask } from '../../tools/steps.ts'
import { zipOf } from '../archive.ts'
import { logInAs, settled, uploadOf } from '../person.ts'
import { goInToSign, openEdgePage, openInvite, openTicket } from '../signing.ts'
import { fillPublication, openAsking } from '../trained.ts'
import { textsIn } from '../words.ts'
import { member, plannedAlone } from '../world.ts'

// Checks in a real browser, by key and by mouse, what component tests check for every button
// (`apps/web/src/testing/repeated-clicks.ts`).
const say = textsIn('cn')
const run = Date.now().toString(36)

test('creates a task once if Enter and the button are pressed repeatedly on a slow network', async ({ browser }) => {
  const page = await logInAs(browser, PARTIES[0].username)
  await page.goto(paths.taskPool({ create: '1' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('task', 'create.name')).fill(`Once ${run}`)
  await dialog.getByLabel(say('task', 'create.description')).fill('Pressed by somebody in a hurry')
  const button = dialog.getByRole('button', { name: say('task', 'create.submit') })
  const sent = await pressedWhile(page, wire.CreateTask, async () => {
    await pressHard(button)
    await dialog.getByLabel(say('task', 'create.name')).press('Enter')
  })
  await expect(page).toHaveURL(/mytaskDetail/)
  expect(sent.count).toBe(1)
  const { records } = await (await member(PARTIES[0])).call(wire.ListMyTasks, {
    pageNo: 1,
    type: 'TRAIN',
    name: `Once ${run}`,
  })
  expect(records).toHaveLength(1)
  await page.context().close()
})

test('signs a ticket once and sends one prediction if their buttons are pressed repeatedly', async ({ browser }) => {
  const name = `Signed ${run}`
  const taskId = await plannedAlone(PARTIES[0], name)
  const page = await logInAs(browser, PARTIES[0].username)
  await page.goto(paths.task(taskId))
  const ticket = await openTicket(page, name, say)
  const edge = await openEdgePage(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
  await goInToSign(edge, say)
  await edge.getByLabel(say('signing', 'proof.pin')).fill(SIGNING_PIN)
  const button = edge.getByRole('button', { name: say('edgePages', 'sign.pin') })
  const signed = await pressedWhile(edge, wire.SignGrant, () => pressHard(button))
  await expect(edge.getByText(say('edgePages', 'done.title'))).toBeVisible()
  expect(signed.count).toBe(1)
  await edge.close()

  const { records } = await (await member(PARTIES[0])).call(wire.ListMyModels, { name: TASK })
  await page.goto(paths.model(records.find((model) => model.name === TASK)?.id ?? '', { use: '1' }))
  await settled(page)
  const frame = await openAsking(page, say)
  await expect(frame.getByLabel('mean radius', { exact: true })).not.toHaveValue('')
  const ask = frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
  const calls = await pressedWhile(page, wire.InferOnce, () => pressHard(ask))
  await expect(frame.getByRole('heading', { name: say('inference', 'result.title') })).toBeVisible()
  expect(calls.count).toBe(1)
  await page.context().close()
})

test('saves a dataset once if its button is pressed repeatedly', async ({ browser }) => {
  const name = `Saved ${run}`
  const page = await logInAs(browser, PARTIES[0].username)
  await page.goto(paths.myData())
  await page.getByRole('button', { name: say('dataset', 'upload.open') }).click()
  const frame = uploadOf(page)
  const rows = Array.from({ length: 20 }, (_row, index) => `${30 + index},${index % 2 === 0}`)
  const buffer = await zipOf('visits.csv', `${['age,smoker', ...rows].join('\n')}\n`)
  await frame.locator('input[type=file]').setInputFiles({ name: 'visits.zip', mimeType: 'application/zip', buffer })
  await frame.getByLabel(say('upload', 'save.name')).fill(name)
  await frame.getByLabel(say('upload', 'save.intro')).fill('Saved by somebody in a hurry')
  const button = frame.getByRole('button', { name: say('upload', 'save.submit') })
  const saved = await pressedWhile(page, wire.SaveDataset, () => pressHard(button))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(saved.count).toBe(1)
  const { records } = await (await member(PARTIES[0])).call(wire.ListMyDatasets, { name })
  expect(records).toHaveLength(1)
  await page.context().close()
})

test('invites a party once and publishes a model once if their buttons are pressed repeatedly', async ({ browser }) => {
  const client = await member(PARTIES[0])
  const page = await logInAs(browser, PARTIES[0].username)
  await page.goto(paths.task(await createTask(client, `Invites ${run}`, 'private', 'federated')))
  const dialog = await openInvite(page, say)
  const guest = { party: PARTIES[1].name.cn }
  const invite = dialog.getByRole('button', { name: say('task', 'invite.one.label', guest) })
  const invited = await pressedWhile(page, wire.InviteParty, () => pressHard(invite))
  await expect(dialog.getByRole('button', { name: say('task', 'invitee.takeBack.label', guest) })).toBeVisible()
  expect(invited.count).toBe(1)

  const name = `Published ${run}`
  // No other journey publishes the model that the demo trained with this party alone.
  const { records } = await client.call(wire.ListMyModels, { name: aloneAt(PARTIES[0].id) })
  const modelId = records[0]?.id ?? ''
  await page.goto(paths.model(modelId))
  const button = await fillPublication(page, say, name)
  const published = await pressedWhile(page, wire.PublishModel, () => pressHard(button))
  await expect(page.getByText(say('model', 'publish.done', { name }))).toBeVisible()
  expect(published.count).toBe(1)
  const pool = await client.call(wire.ListPoolModels, { name })
  expect(pool.records).toHaveLength(1)
  for (const { id } of pool.records) await client.call(wire.UnpublishModel, { modelId: id })
  await page.context().close()
})

/** Holds back the responses to a call while `press` runs. Returns how often the page sent the call. */
async function pressedWhile(page: Page, endpoint: Endpoint, press: () => Promise<void>) {
  const sent = { count: 0 }
  let release = () => {}
  const pressed = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${endpoint.path}*`, async (route) => {
    if (route.request().method() === endpoint.method) sent.count += 1
    await pressed
    await route.continue()
  })
  await press()
  await expect.poll(() => sent.count).toBeGreaterThan(0)
  release()
  return sent
}

/** Presses a button before the page can show that it is busy, and again afterwards. */
async function pressHard(button: Locator) {
  for (const times of [3, 1]) {
    await button.evaluate((node, presses) => {
      for (let press = 0; press < presses; press += 1) (node as unknown as { click: () => void }).click()
    }, times)
  }
}
