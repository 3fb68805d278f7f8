import { expect, type Page, test } from '@playwright/test'
import { SCREEN_MOST } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { PARTIES } from '../../tools/places.ts'
import { createTask } from '../../tools/steps.ts'
import { arrive, logInAs, settled } from '../person.ts'
import { BESIDE, OPEN, PAGES, pagesOfThings } from '../routes.ts'
import { textsIn } from '../words.ts'
import { member } from '../world.ts'

/** Maximum cumulative layout shift. Most people notice a shift of 0.1. */
const MAX_SHIFT = 0.02

/** Sums up all layout shifts since the page's first frame. */
const WATCH_SHIFTS = `(() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      window.shifts.push({ value: entry.value, of: entry.sources.map(({ node }) => node?.className || node?.nodeName + ' ' + (node?.textContent || '').slice(0, 40)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
})()`

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Shift {
  value: number
  of: string[]
}

async function shiftsOf(page: Page, route: string): Promise<Shift[]> {
  await page.goto(route)
  await settled(page)
  await page.waitForLoadState('networkidle')
  // Content in the edge's frame can shift, too, so this sums up all frames.
  const shifts = (await Promise.all(page.frames().map((frame) => frame.evaluate<Shift[]>('window.shifts')))).flat()
  return shifts.reduce((sum, { value }) => sum + value, 0) > MAX_SHIFT ? shifts : []
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`shifts no content of a page when its data arrives: ${width}`, { tag: '@long' }, async ({ browser }) => {
    const restless: Record<string, Shift[]> = {}
    const walk = async (page: Page, routes: string[]) => {
      await page.addInitScript(WATCH_SHIFTS)
      for (const route of routes) {
        const shifts = await shiftsOf(page, route)
        if (shifts.length > 0) restless[route] = shifts
      }
      await page.context().close()
    }
    const viewport = { width, height }
    await walk(await arrive(browser, { viewport }), OPEN)
    await walk(await logInAs(browser, 'alice', { viewport }), [...PAGES, ...BESIDE, ...(await pagesOfThings())])
    expect(restless).toEqual({})
  })
}

test('adds a task’s news to the home page without moving the list, at a width of 390 pixels', async ({ browser }) => {
  const [alice, bob, carol] = [await member(PARTIES[0]), await member(PARTIES[1]), await member(PARTIES[2])]
  const name = `Calm ${Date.now().toString(36)}`
  const taskId = await createTask(alice, name, 'public', 'federated')
  // Carol takes part in the task but has no pending item, which would appear above the news and move them.
  await carol.call(wire.JoinTask, { taskId })
  const page = await logInAs(browser, 'carol', { viewport: { width: 390, height: 844 } })
  await page.addInitScript(WATCH_SHIFTS)
  await page.goto('/')
  await settled(page)
  const news = page.getByRole('region', { name: textsIn('cn')('task', 'updates.title') })
  const ofTask = news.getByRole('listitem').filter({ hasText: name })
  await expect(ofTask).toHaveCount(2)
  await news.scrollIntoViewIfNeeded()

  await page.evaluate('window.shifts = []')
  await bob.call(wire.JoinTask, { taskId })
  await expect(ofTask).toHaveCount(3)
  const { mine } = await bob.call(wire.GetRegistrations, { taskId })
  await bob.call(wire.QuitTask, { registrationId: mine?.id ?? '' })
  await expect(ofTask).toHaveCount(4)
  const shifts = await page.evaluate<Shift[]>('window.shifts')
  const lines = shifts.filter(({ of }) => of.includes('LI'))
  expect(lines.reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(MAX_SHIFT)
  await page.context().close()
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`keeps the home page’s layout when a new item requires an action, and shows the item on request: ${width}`, async ({
    browser,
  }) => {
    const say = textsIn('cn')
    const [alice, bob] = [await member(PARTIES[0]), await member(PARTIES[1])]
    const name = `Still ${Date.now().toString(36)}`
    const page = await logInAs(browser, 'alice', { viewport: { width, height } })
    await page.goto('/')
    await settled(page)
    await page.waitForLoadState('networkidle')
    const waiting = page.getByRole('region', { name: say('home', 'waiting'), exact: true })
    await expect(waiting).toBeVisible()

    const [head, list] = [waiting.getByRole('heading'), waiting.getByRole('list')]
    const places = () => Promise.all([head.boundingBox(), list.boundingBox()])
    const before = await places()
    const taskId = await createTask(alice, name, 'invite-only', 'federated')
    await bob.call(wire.JoinTask, { taskId })
    const show = waiting.getByRole('button')
    await expect(show).toBeVisible()
    expect(await places()).toEqual(before)
    await expect(waiting.getByRole('link', { name })).toHaveCount(0)
    await show.click()
    await expect(waiting.getByRole('link', { name }).first()).toBeVisible()
    await page.context().close()
  })
}

test('keeps the buttons of a dialog visible in a low window', async ({ browser }) => {
  const say = textsIn('cn')
  const page = await logInAs(browser, 'alice', { viewport: { width: 1440, height: 420 } })
  await page.goto('/mytask')
  await settled(page)
  await page.getByRole('button', { name: say('task', 'create.title'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: say('task', 'create.submit') })
  await expect(button).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel(say('task', 'create.name')).scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.context().close()
})

for (const width of [1440, 390]) {
  test(`keeps the bell visible with one to three digits of unread notices: ${width}`, async ({ browser }) => {
    const page = await logInAs(browser, 'alice', { viewport: { width, height: 844 } })
    for (const total of [5, 42, 1000]) {
      await page.route(`**${wire.ListNotifications.path}*`, async (route) => {
        const answer = await route.fetch()
        const { result, ...envelope } = await answer.json()
        await route.fulfill({ response: answer, json: { ...envelope, result: { ...result, total } } })
      })
      await page.goto('/')
      await settled(page)
      const bell = page.getByRole('button', { name: new RegExp(`^通知，${total > 99 ? '99\\+' : total} `) })
      await expect(bell).toBeVisible()
      const places = [bell, bell.locator('.anticon'), bell.locator('.ant-badge-count')]
      const [button, icon, count] = (await Promise.all(places.map((place) => place.boundingBox()))) as [Box, Box, Box]
      expect(icon.x + icon.width - count.x).toBeLessThanOrEqual(icon.width / 2)
      expect(count.y + count.height - icon.y).toBeLessThanOrEqual(icon.height / 2 + 2)
      expect(count.x + count.width).toBeLessThanOrEqual(button.x + button.width)
      await page.unrouteAll({ behavior: 'wait' })
    }
    await page.context().close()
  })
}

for (const height of [900, 768]) {
  test(`fits the big screen into a height of ${height} pixels without a scroll bar`, async ({ browser }) => {
    const page = await logInAs(browser, 'alice', { viewport: { width: 1440, height } })
    // Answers with the maximum number of algorithms, because the few of a demo would always fit.
    await page.route(`**${wire.GetScreen.path}*`, async (route) => {
      const answer = await route.fetch()
      const { result, ...envelope } = await answer.json()
      const [busiest] = result.hotAlg
      const hotAlg = Array.from({ length: SCREEN_MOST.algorithms }, (_none, place) => ({ ...busiest, id: `a${place}` }))
      await route.fulfill({ response: answer, json: { ...envelope, result: { ...result, hotAlg } } })
    })
    await page.goto('/screen')
    await settled(page)
    await expect(page.locator('.screen-busiest li')).toHaveCount(SCREEN_MOST.algorithms)
    for (const part of ['.screen-head', '.screen-picture', '.screen-runs', '.screen-days', '.screen-busiest']) {
      await expect(page.locator(part), part).toBeInViewport({ ratio: 1 })
    }
    // The list of runs scrolls within its panel, so the panels below it keep their full height.
    for (const part of ['.screen-days', '.screen-busiest']) {
      const cut = await page.locator(part).evaluate((panel) => panel.scrollHeight - panel.clientHeight)
      expect(cut, part).toBeLessThanOrEqual(1)
    }
    await page.context().close()
  })
}
