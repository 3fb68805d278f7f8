import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Language } from '@tessera/contract'
import { DEMO_PASSWORD } from '../apps/platform/src/lib/demo.ts'
import { captchaAnswer } from './demo.ts'
import { speak } from './words.ts'

export type Tongue = Language

interface AntConfig {
  tongue?: Tongue
  viewport?: { width: number; height: number }
}

/** Opens a new browser on the log-in page, in the requested language: Chinese unless switched. */
export async function arrive(browser: Browser, { tongue = 'cn', viewport }: AntConfig = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: tongue === 'en' ? 'en-GB' : 'zh-CN',
    ...(viewport && { viewport }),
  })
  const page = await context.newPage()
  await page.goto('/login')
  if (tongue === 'en') await page.getByRole('button', { name: 'English' }).click()
  return page
}

/** Fills in the log-in form and submits it; the journey checks whether it succeeds. */
export async function fillLogin(page: Page, username: string, password = DEMO_PASSWORD, tongue: Tongue = 'cn') {
  const say = speak(tongue)
  await page.getByLabel(say('account', 'account')).fill(username)
  await page.getByLabel(say('account', 'password'), { exact: true }).fill(password)
  await page.getByLabel(say('account', 'captcha'), { exact: true }).fill(captchaAnswer)
  await page.getByRole('button', { name: say('account', 'login'), exact: true }).click()
}

/** Logs in as a member of a demo party, and waits for the home page. */
export async function comeIn(browser: Browser, username: string, looks: AntConfig = {}): Promise<Page> {
  const page = await arrive(browser, looks)
  await fillLogin(page, username, DEMO_PASSWORD, looks.tongue)
  await expect(page).toHaveURL('/')
  return page
}

/** Waits until a page has its heading, and neither it nor its frame loads anything. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('.ant-skeleton, .t-skeleton')).toHaveCount(0)
  if ((await page.locator('.t-edge-frame').count()) > 0)
    await expect(frameOf(page).locator('.ant-skeleton')).toHaveCount(0)
}

/** The content of the party's edge in a frame of the page. */
export const frameOf = (page: Page): FrameLocator => page.frameLocator('.t-edge-frame iframe')

/** The edge's page in the dialog for uploads. */
export const uploadOf = (page: Page): FrameLocator => page.getByRole('dialog').frameLocator('iframe')

/** Expects that nothing overflows, on a screen or a phone. */
export async function fits(page: Page) {
  await settled(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // Charts are redrawn once they know their size.
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Expects no axe finding of moderate or higher impact, including best practices, once the page is at rest. */
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

/** Expects the same in the light theme and, for what a theme can change, in the dark one. */
export async function faultlessInBothThemes(page: Page) {
  await faultless(page)
  await chosenInAnotherTab(page, 'dark')
  await faultless(page, { rules: ['color-contrast'] })
  await chosenInAnotherTab(page, 'light')
}

async function chosenInAnotherTab(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }))`)
  // A page of the edge in a frame receives the theme a moment later. Its colours fade, and stop halfway in a frame out
  // of sight.
  for (const frame of page.frames()) {
    await expect(frame.locator('html')).toHaveAttribute('data-theme', theme)
    await frame.evaluate(COME_TO_REST)
  }
}

/** Waits for all animations except endless ones. */
const COME_TO_REST = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
  .forEach((animation) => animation.finish())`

/** Returns the link to one of the party's datasets where a task's data is chosen, however many there are. */
export async function datasetChoice(page: Page, say: ReturnType<typeof speak>, name: string): Promise<Locator> {
  const search = page.getByRole('textbox', { name: say('task', 'dataset.search') })
  await search.fill(name)
  await search.press('Enter')
  return page.getByRole('radio', { name })
}

/** Collects errors that the browser reports while the page is used. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  return complaints
}

/**
 * Presses Tab until the target has the focus, or Shift and Tab if it is before the current one. Fails if the keyboard
 * cannot reach it.
 */
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
