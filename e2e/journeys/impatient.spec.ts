import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Endpoint } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { paths } from '../../apps/web/src/lib/paths.ts'
import { TASK } from '../../tools/demo-names.ts'
import { PARTIES, SIGNING_PIN } from '../../tools/places.ts'
import { comeIn, settled } from '../person.ts'
import { goInToSign, openEdgePage, openTicket } from '../signing.ts'
import { openAsking } from '../trained.ts'
import { speak } from '../words.ts'
import { member, plannedAlone } from '../world.ts'

// What the tests of the components do with every button (`testing-impatience.ts`), in a real browser, by key and by mouse.
const say = speak('cn')
const run = Date.now().toString(36)

test('a task is created once, however often Enter and the button are pressed on a slow network', async ({
  browser,
}) => {
  const page = await comeIn(browser, PARTIES[0].username)
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

test('a ticket is signed once, and a model asked once', async ({ browser }) => {
  const name = `Signed ${run}`
  const taskId = await plannedAlone(PARTIES[0], name)
  const page = await comeIn(browser, PARTIES[0].username)
  await page.goto(paths.task(taskId))
  const ticket = await openTicket(page, name, say)
  const edge = await openEdgePage(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
  await goInToSign(edge, say)
  await edge.getByLabel(say('signing', 'proof.pin')).fill(SIGNING_PIN)
  const button = edge.getByRole('button', { name: say('rooms', 'sign.pin') })
  const signed = await pressedWhile(edge, wire.SignGrant, () => pressHard(button))
  await expect(edge.getByText(say('rooms', 'done.title'))).toBeVisible()
  expect(signed.count).toBe(1)
  await edge.close()

  const { records } = await (await member(PARTIES[0])).call(wire.ListMyModels, { name: TASK })
  await page.goto(paths.model(records.find((model) => model.name === TASK)?.id ?? '', { use: '1' }))
  await settled(page)
  const room = await openAsking(page, say)
  await expect(room.getByLabel('mean radius', { exact: true })).not.toHaveValue('')
  const ask = room.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
  const asked = await pressedWhile(page, wire.InferOnce, () => pressHard(ask))
  await expect(room.getByRole('heading', { name: say('inference', 'result.title') })).toBeVisible()
  expect(asked.count).toBe(1)
  await page.context().close()
})

/** How often a call goes out, of which none is answered before all was pressed. */
async function pressedWhile(page: Page, endpoint: Endpoint, press: () => Promise<void>) {
  const sent = { count: 0 }
  let release = () => {}
  const pressed = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${endpoint.path}*`, async (route) => {
    if (route.request().method() !== 'OPTIONS') sent.count += 1
    await pressed
    await route.continue()
  })
  await press()
  await expect.poll(() => sent.count).toBeGreaterThan(0)
  release()
  return sent
}

/** Before the page has had a moment to say that it is busy, and after. */
async function pressHard(button: Locator) {
  for (const times of [3, 1]) {
    await button.evaluate((node, presses) => {
      for (let press = 0; press < presses; press += 1) (node as unknown as { click: () => void }).click()
    }, times)
  }
}
