import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../apps/platform/src/lib/demo.ts'
import { captchaAnswer } from './demo.ts'
import type { speak } from './words.ts'

export type Tongue = 'cn' | 'en'

/** The words of the log-in form, which every journey begins with. */
const WORDS = {
  cn: { account: '用户名、手机号或邮箱', password: '密码', captcha: '图形验证码', submit: '登录' },
  en: { account: 'User name, phone or e-mail', password: 'Password', captcha: 'Picture code', submit: 'Log in' },
} as const

interface Looks {
  tongue?: Tongue
  viewport?: { width: number; height: number }
}

/** A browser of one's own on the log-in page, in the language asked for: Chinese unless switched. */
export async function arrive(browser: Browser, { tongue = 'cn', viewport }: Looks = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: tongue === 'en' ? 'en-GB' : 'zh-CN',
    ...(viewport && { viewport }),
  })
  const page = await context.newPage()
  await page.goto('/login')
  if (tongue === 'en') await page.getByRole('button', { name: 'English' }).click()
  return page
}

/** Fills in the log-in form and sends it; whether it succeeds is for the journey to say. */
export async function fillLogin(page: Page, username: string, password = DEMO_PASSWORD, tongue: Tongue = 'cn') {
  const words = WORDS[tongue]
  await page.getByLabel(words.account).fill(username)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByLabel(words.captcha, { exact: true }).fill(captchaAnswer)
  await page.getByRole('button', { name: words.submit, exact: true }).click()
}

/** Comes in as a member of a demo party and stands on the home page. */
export async function comeIn(browser: Browser, username: string, looks: Looks = {}): Promise<Page> {
  const page = await arrive(browser, looks)
  await fillLogin(page, username, DEMO_PASSWORD, looks.tongue)
  await expect(page).toHaveURL('/')
  return page
}

/** A page stands when it has its heading and nothing on it, or in its frame, is still being fetched. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('.ant-skeleton, .t-skeleton')).toHaveCount(0)
  if ((await page.locator('.t-room').count()) > 0) await expect(roomOf(page).locator('.ant-skeleton')).toHaveCount(0)
}

/** What the party's edge shows in a frame of the page. */
export const roomOf = (page: Page): FrameLocator => page.frameLocator('.t-room iframe')

/** The edge's page in the dialog for uploads. */
export const uploadOf = (page: Page): FrameLocator => page.getByRole('dialog').frameLocator('iframe')

/** Nothing sticks out, on a screen or a telephone. */
export async function fits(page: Page) {
  await settled(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // Charts are drawn anew once they know their room.
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** No fault in the eyes of axe that is moderate or worse, its advice included, once the page stands still. */
export async function faultless(page: Page, { rules }: { rules?: string[] } = {}) {
  await settled(page)
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const { pathname } = new URL(page.url())
  const faults = violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => `${pathname}: ${id} (${impact}) at ${nodes.map(({ html }) => html).slice(0, 3)}`)
  expect.soft(faults).toEqual([])
}

/** The same in the light theme and, of what another theme can change, in the dark one. */
export async function faultlessInBothThemes(page: Page) {
  await faultless(page)
  await chosenInAnotherTab(page, 'dark')
  await faultless(page, { rules: ['color-contrast'] })
  await chosenInAnotherTab(page, 'light')
}

async function chosenInAnotherTab(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }))`)
  // A page of the edge in a frame is told a moment later. Colours pass over, and stand still halfway in a frame out of sight.
  for (const frame of page.frames()) {
    await expect(frame.locator('html')).toHaveAttribute('data-theme', theme)
    await frame.evaluate(COME_TO_REST)
  }
}

/** All but what turns for as long as it is there. */
const COME_TO_REST = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
  .forEach((animation) => animation.finish())`

/** The way to one of the party's datasets where a task's data is chosen, however many there are. */
export async function datasetChoice(page: Page, say: ReturnType<typeof speak>, name: string): Promise<Locator> {
  const search = page.getByRole('textbox', { name: say('task', 'dataset.search') })
  await search.fill(name)
  await search.press('Enter')
  return page.getByRole('radio', { name })
}

/** Collects what the browser complains of while the page is used. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  return complaints
}

/** Presses Tab until the target has the focus, or Shift and Tab where it lies behind: what the keyboard cannot reach fails. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeAttached()
  for (let presses = 0; presses < 150; presses += 1) {
    const key = await target.evaluate((node) => {
      const present = node.ownerDocument.activeElement
      if (present === node) return null
      return (present?.compareDocumentPosition(node) ?? 0) & node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
    })
    if (key === null) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
