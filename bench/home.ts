/**
 * On a running demo: how soon the home page appears in a browser without a cache, and how far its content moves when
 * the rest arrives.
 *
 *     CAPTCHA_ANSWER=e2e-code make demo
 *     E2E_PORT=8080 E2E_DATA_DIR=$PWD/.data node bench/home.ts [times] [busy]
 *
 * `busy` processes use the processor meanwhile; one for each core is a machine that is busy with something else.
 * Measures largest contentful paint (milliseconds) and cumulative layout shift as the browser reports them, at 1440 and
 * 390 pixels. The reference, in the same run: the first paint of the log-in page. Prints one JSON object.
 */
import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { demoUrl } from '../e2e/demo.ts'
import { fillLogin } from '../e2e/person.ts'
import { PARTIES } from '../tools/places.ts'

const TIMES = Number(process.argv[2] ?? 11)
const BUSY = Number(process.argv[3] ?? 0)
const WINDOWS = { screen: { width: 1440, height: 900 }, telephone: { width: 390, height: 844 } }

const WATCH = `(() => {
  window.seen = { lcp: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.seen.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
})()`

interface Seen {
  lcp: number
  shift: number
}

const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
const browser = await chromium.launch({
  executablePath: await browserPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const figures: Record<string, object> = {}
  for (const [name, viewport] of Object.entries(WINDOWS)) {
    const options: BrowserContextOptions = { baseURL: demoUrl, viewport, locale: 'en-GB' }
    const storageState = await loggedIn(browser, options)
    figures[name] = {
      login: await figuresOf(browser, options, '/login'),
      home: await figuresOf(browser, { ...options, storageState }, '/'),
    }
  }
  console.log(JSON.stringify({ times: TIMES, busy: BUSY, load: loadavg()[0], ...figures }))
} finally {
  await browser.close()
  for (const one of busy) one.kill()
}

async function loggedIn(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('button', { name: 'English' }).click()
  await fillLogin(page, PARTIES[0].username, undefined, 'en')
  await page.waitForURL('/')
  const state = await context.storageState()
  await context.close()
  return state
}

async function figuresOf(browser: Browser, options: BrowserContextOptions, path: string) {
  const seen: Seen[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    seen.push(await seenOn(page, path))
    await context.close()
  }
  const lcps = seen.map(({ lcp }) => Math.round(lcp)).toSorted((a, b) => a - b)
  return {
    lcp: lcps[Math.floor(TIMES / 2)],
    most: lcps.at(-1),
    shift: Number(Math.max(...seen.map(({ shift }) => shift)).toFixed(4)),
  }
}

async function seenOn(page: Page, path: string): Promise<Seen> {
  await page.addInitScript(WATCH)
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate<Seen>('window.seen')
}
