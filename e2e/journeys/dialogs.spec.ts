import { expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { paths, ROUTES } from '../../apps/web/src/lib/paths.ts'
import { PARTIES } from '../../tools/places.ts'
import { createTask } from '../../tools/steps.ts'
import { limit } from '../../tools/testing/limits.ts'
import { logInAs, settled } from '../person.ts'
import { BESIDE, PAGES, pagesOfThings } from '../routes.ts'
import { member, members, places, plannedTogether } from '../world.ts'

const run = Date.now().toString(36)

/** Viewport of a small phone, without the browser's own bars. */
const SMALL = { width: 390, height: 640 }

/** Buttons that leave the page or change its appearance. This test does not press them. */
const ELSEWHERE = ['Log out', '中文', 'Dark theme', 'Light theme']

/** Routes of the choice of a party, which have no dialog. A choice there would change the party of this user. */
const PARTY_CHOICE: string[] = [
  paths.partyChooser(),
  paths.bind({ second: '1' }),
  ROUTES.registerSuccess,
  ROUTES.bindSuccess,
  ROUTES.bindJoin,
]

/** Minimum number of dialogs to find. Fewer would mean that the test missed some. */
const MIN_DIALOGS = { console: 25, edge: 6 }

/** Marks every element that can be pressed, once per accessible name. Returns the names. */
const MARK = `(() => {
  const names = new Set()
  for (const old of document.querySelectorAll('[data-tried]')) old.removeAttribute('data-tried')
  for (const button of document.querySelectorAll('button:enabled, [role="menuitem"]')) {
    const name = button.getAttribute('aria-label') || button.textContent.trim()
    if (!name || names.has(name) || !button.checkVisibility() || button.closest('[role="dialog"]')) continue
    names.add(name)
    button.setAttribute('data-tried', name)
  }
  return [...names]
})()`

/**
 * Returns the parts of the topmost dialog that are outside the window: the dialog itself, or the buttons that close it.
 * Hints below a field may require scrolling.
 */
const STICKS_OUT = `(() => {
  const dialog = [...document.querySelectorAll('.ant-modal-container')].filter((one) => one.checkVisibility()).at(-1)
  if (!dialog) return null
  const sticksOut = (node) => {
    const { top, right, bottom, left } = node.getBoundingClientRect()
    return node.checkVisibility() && (top < 0 || left < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
  }
  const ends = dialog.querySelectorAll('.ant-modal-footer button, .t-dialog-foot button, .ant-modal-close')
  const out = [dialog, ...ends].filter(sticksOut)
  for (const button of dialog.querySelectorAll('.ant-btn-primary')) {
    button.scrollIntoView({ block: 'nearest' })
    if (sticksOut(button)) out.push(button)
  }
  const title = dialog.querySelector('.ant-modal-title')?.textContent ?? dialog.textContent.slice(0, 30)
  return { title, out: out.map((node) => node.textContent.trim().slice(0, 40) || node.className) }
})()`

/**
 * Returns whether the effect of a press is visible: a dialog whose content has loaded, or no button that is still busy.
 */
const HAS_COME = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const dialog = [...document.querySelectorAll('.ant-modal-container')].filter((one) => one.checkVisibility()).at(-1)
  done(dialog ? !dialog.querySelector('.ant-skeleton, .t-skeleton') : !document.querySelector('.ant-btn-loading'))
})))`

const IS_CLOSED = `![...document.querySelectorAll('.ant-modal')].some((one) => one.checkVisibility())`

class Walk {
  readonly opened = new Set<string>()
  readonly problems: string[] = []
  readonly tried = new Set(ELSEWHERE)
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Aborts every request that could change data from now on. */
  async begin() {
    await this.page.route('**', (route) =>
      ['GET', 'OPTIONS'].includes(route.request().method()) ? route.fallback() : route.abort(),
    )
  }

  /** Presses every control of a page, including menu entries. Returns at once from pages to which a press leads. */
  async at(place: string, back: () => Promise<void>) {
    await back()
    for (const name of await this.page.evaluate<string[]>(MARK)) {
      // A control that appears on every page is pressed on the first page only.
      if (this.tried.has(name)) continue
      this.tried.add(name)
      if (!(await this.press(name))) await back()
      const items = await this.page.evaluate<string[]>(
        `${MARK}.filter((name) => document.querySelector('[role="menuitem"][data-tried="' + CSS.escape(name) + '"]'))`,
      )
      for (const item of items) {
        if (this.tried.has(item)) continue
        this.tried.add(item)
        await this.page.evaluate(MARK)
        await this.press(item)
        await this.look(place)
        await back()
        await this.page.evaluate(MARK)
        await this.press(name)
      }
      await this.look(place)
      if (items.length > 0 || !(await this.isStill())) await back()
      await this.page.evaluate(MARK)
    }
  }

  private async press(name: string): Promise<boolean> {
    const button = this.page.locator(`[data-tried=${JSON.stringify(name)}]`)
    if ((await button.count()) !== 1) return false
    return button.click({ timeout: limit(3_000) }).then(
      () => true,
      () => false,
    )
  }

  private async look(place: string) {
    await this.comes(HAS_COME)
    const found = await this.page.evaluate<{ title: string; out: string[] } | null>(STICKS_OUT)
    if (!found) return
    this.opened.add(found.title)
    this.problems.push(...found.out.map((what) => `${place}: ${found.title}: ${what}`))
  }

  private async isStill(): Promise<boolean> {
    await this.page.keyboard.press('Escape')
    // Some dialogs do not close with Escape.
    return this.comes(IS_CLOSED)
  }

  private comes(condition: string): Promise<boolean> {
    return this.page.waitForFunction(condition, undefined, { timeout: limit(3_000) }).then(
      () => true,
      () => false,
    )
  }
}

test('fits every dialog, with the buttons that close it, into the window of a small phone', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(limit(900_000))
  const taskId = await createTask(await member(PARTIES[0]), `Opens ${run}`, 'public', 'federated')
  const readyId = await plannedTogether(await members(), `Planned ${run}`, { rounds: 2 })
  const page = await logInAs(browser, 'alice', { tongue: 'en', viewport: SMALL })
  const walk = new Walk(page)
  await walk.begin()
  const routes = [...(await pagesOfThings()), paths.task(taskId), paths.task(readyId), ...BESIDE, ...PAGES]
  for (const route of routes.filter((route) => !PARTY_CHOICE.includes(route))) {
    await walk.at(route, async () => {
      if (page.url().endsWith(route)) await page.reload()
      else await page.goto(route)
      await settled(page)
    })
  }
  expect(walk.problems).toEqual([])
  expect(walk.opened.size, [...walk.opened].join('; ')).toBeGreaterThanOrEqual(MIN_DIALOGS.console)
  await page.context().close()
})

test('fits every dialog on the edge’s page of members into the window of a small phone', { tag: '@long' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: SMALL })
  const page = await context.newPage()
  const { token } = await (await member(PARTIES[0])).call(wire.GetEdgeToken, { partyId: PARTIES[0].id })
  const walk = new Walk(page)
  await walk.begin()
  await walk.at(wire.MEMBERS_PAGE_PATH, async () => {
    // Visits another address first, because a change of only the URL fragment would not load the page.
    await page.goto('about:blank')
    await page.goto(`${places.edgeUrl(0)}${wire.MEMBERS_PAGE_PATH}#${new URLSearchParams({ token, lang: 'en' })}`)
    await settled(page)
  })
  expect(walk.problems).toEqual([])
  expect(walk.opened.size, [...walk.opened].join('; ')).toBeGreaterThanOrEqual(MIN_DIALOGS.edge)
  await context.close()
})
