/**
 * Takes the screenshots of docs/start/tour.md from a running demo with all kinds of data (`make demo KINDS=all`). Run
 * `E2E_REUSE=1 E2E_PORT=<port> E2E_DATA_DIR=<folder> playwright test -c screenshots.config.ts tour` in `e2e`.
 */
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import sharp from 'sharp'
import { paths } from '../apps/web/src/lib/paths.ts'
import { KINDS } from '../tools/demo-kinds.ts'
import { TASK } from '../tools/demo-names.ts'
import { PARTIES, root } from '../tools/places.ts'
import { limit } from '../tools/testing/limits.ts'
import { frameOf, logInAs, settled } from './person.ts'
import { goInToSign, openEdgePage, openTicket, showPin } from './signing.ts'
import { openAsking } from './trained.ts'
import { textsIn } from './words.ts'
import { member, members, places, plannedAlone, startTraining } from './world.ts'

const [first] = PARTIES
const say = textsIn('en')
const SCREEN = { width: 1440, height: 900 }

async function keep(page: Page, name: string) {
  await settled(page)
  const path = join(root, 'docs', 'pictures', `${name}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(path)
}

const nameOf = (key: (typeof KINDS)[number]['key']) => KINDS.find((kind) => kind.key === key)?.name ?? ''

async function modelPage(name: string): Promise<string> {
  const { records } = await (await member(first)).call(wire.ListMyModels, { name })
  return paths.model(records.find((model) => model.name === name)?.id ?? '')
}

test('takes screenshots of the page on which a ticket is signed', async ({ browser }) => {
  const name = 'Second opinion'
  const taskId = await plannedAlone(first, name)
  const page = await logInAs(browser, first.username, { tongue: 'en', viewport: SCREEN })
  await page.goto(paths.task(taskId))
  const ticket = await openTicket(page, name, say)
  const edge = await openEdgePage(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
  await goInToSign(edge, say)
  await edge.setViewportSize(SCREEN)
  await keep(edge, 'signing')
})

test('takes screenshots of a training’s result', async ({ browser }) => {
  const { records } = await (await member(first)).call(wire.ListMyTasks, { pageNo: 1, type: 'TRAIN', name: TASK })
  const page = await logInAs(browser, first.username, { tongue: 'en', viewport: SCREEN })
  await page.goto(paths.task(records.find(({ name }) => name === TASK)?.id ?? ''))
  await keep(page, 'result')
  await page.goto(await modelPage(TASK))
  await keep(page, 'model')
})

test('takes screenshots of a party’s datasets and of models in use', async ({ browser }) => {
  const page = await logInAs(browser, first.username, { tongue: 'en', viewport: SCREEN })
  const { records } = await (await member(first)).call(wire.ListMyDatasets, {})
  const shapes = records.find(({ contentType }) => contentType === 'yolo')
  await page.goto(`/data-detail?${new URLSearchParams({ id: shapes?.id ?? '', partyId: first.id })}`)
  await showPin(page, say)
  await expect(frameOf(page).getByRole('img').nth(3)).toBeVisible()
  await keep(page, 'data')

  await page.goto(await modelPage(nameOf('entities')))
  const frame = await openAsking(page, say)
  await frame
    .getByLabel(say('inference', 'text.label'), { exact: true })
    .fill('张伟昨日转入骨科，每日服用氯沙坦。 Dr Ruth Stone stopped Cardipril.')
  await frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
  const answer = frame.getByRole('region', { name: say('inference', 'result.entities') })
  await answer.getByRole('button', { name: /^Cardipril/ }).press('Enter')
  await answer.evaluate((node) => (node as unknown as { scrollIntoView: () => void }).scrollIntoView())
  await keep(page, 'asked')
})

test('takes screenshots of the home page and of a running training', async ({ browser }) => {
  const taskId = await startTraining(await members(), 'Tumours, by cell', 100, places, 'mlp')
  const page = await logInAs(browser, first.username, { tongue: 'en', viewport: SCREEN })
  await page.goto(paths.task(taskId))
  const client = await member(first)
  const round = async () => (await client.call(wire.GetRun, { taskId })).run?.round ?? 0
  await expect.poll(round, { timeout: limit(60_000) }).toBeGreaterThan(12)
  await keep(page, 'training')
  await page.goto('/screen')
  await keep(page, 'big-screen')
  await page.goto('/')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await keep(page, 'home')
  const phone = await logInAs(browser, first.username, { viewport: { width: 390, height: 844 } })
  await phone.goto(paths.task(taskId))
  await keep(phone, 'phone')
})
