import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Language } from '@tessera/contract'
import { DEMO_PASSWORD } from '../apps/platform/src/lib/demo.ts'
import { captchaAnswer } from './demo.ts'
import { textsIn } from './words.ts'

export type Tongue = Language

interface AntConfig {
  tongue?: Tongue
  viewport?: { width: number; height: number }
}

/** Opens a new browser on the log-in page, in Chinese unless another language is requested. */
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

/** Fills in the log-in form and submits it. Does not check whether the log-in succeeds. */
export async function fillLogin(page: Page, username: string, password = DEMO_PASSWORD, tongue: Tongue = 'cn') {
  const say = textsIn(tongue)
  await page.getByLabel(say('account', 'account')).fill(username)
  await page.getByLabel(say('account', 'password'), { exact: true }).fill(password)
  await page.getByLabel(say('account', 'captcha'), { exact: true }).fill(captchaAnswer)
  await page.getByRole('button', { name: say('account', 'login'), exact: true }).click()
}

/** Logs in as a member of a demo party, and waits for the home page. */
export async function logInAs(browser: Browser, username: string, looks: AntConfig = {}): Promise<Page> {
  const page = await arrive(browser, looks)
  await fillLogin(page, username, DEMO_PASSWORD, looks.tongue)
  await expect(page).toHaveURL('/')
  return page
}

/** Waits until the page has a heading and neither the page nor its frame is still loading. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('.ant-skeleton, .t-skeleton')).toHaveCount(0)
  if ((await page.locator('.t-edge-frame').count()) > 0)
    await expect(frameOf(page).locator('.ant-skeleton')).toHaveCount(0)
}

/** Returns the frame of the party's edge in a page. */
export const frameOf = (page: Page): FrameLocator => page.frameLocator('.t-edge-frame iframe')

/** Returns the frame of the edge in the upload dialog. */
export const uploadOf = (page: Page): FrameLocator => page.getByRole('dialog').frameLocator('iframe')

/** Expects no horizontal overflow of the page, at widths of 1440 and 390 pixels. */
export async function expectToFit(page: Page) {
  await settled(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // Polls, because charts are redrawn after each change of the width.
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Expects no axe finding of moderate or higher impact, including best practices, once the page has loaded. */
export async function expectNoAxeFindings(page: Page, { rules }: { rules?: string[] } = {}) {
  await settled(page)
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const { pathname } = new URL(page.url())
  const faults = violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => `${pathname}: ${id} (${impact}) at ${nodes.map(({ html }) => html).slice(0, 3)}`)
  expect.soft(faults).toEqual([])
}

/** Expects no axe finding in the light theme, and no finding about contrast in the dark theme. */
export async function expectNoAxeFindingsInBothThemes(page: Page) {
  await expectNoAxeFindings(page)
  await chosenInAnotherTab(page, 'dark')
  await expectNoAxeFindings(page, { rules: ['color-contrast'] })
  await chosenInAnotherTab(page, 'light')
}

async function chosenInAnotherTab(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }))`)
  // A frame of the edge receives the theme shortly after the console. Its colours fade, and the fading pauses while the
  // frame is off screen.
  for (const frame of page.frames()) {
    await expect(frame.locator('html')).toHaveAttribute('data-theme', theme)
    await frame.evaluate(COME_TO_REST)
  }
}

/** Ends all animations except endless ones. */
const COME_TO_REST = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
  .forEach((animation) => animation.finish())`

/** Searches for a dataset by name where the task's data is selected. Returns its radio button. */
export async function datasetChoice(page: Page, say: ReturnType<typeof textsIn>, name: string): Promise<Locator> {
  const search = page.getByRole('textbox', { name: say('task', 'dataset.search') })
  await search.fill(name)
  await search.press('Enter')
  return page.getByRole('radio', { name })
}

/** Returns a list to which every error of the page and of its browser console is added. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  return complaints
}

/**
 * Presses Tab until the target has the focus, or Shift+Tab if the target precedes the focused element. Fails if the
 * keyboard cannot reach the target.
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
