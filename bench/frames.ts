/**
 * On a running demo: how soon a page of a dataset's rows appears in its frame of the console, compared with the same
 * page of the edge at its own address, without a frame.
 *
 *     CAPTCHA_ANSWER=e2e-code make demo
 *     E2E_PORT=8080 E2E_DATA_DIR=$PWD/.data node bench/frames.ts [times]
 *
 * Both run in turns in one browser, each in an open session. A next page is measured from the press, as the browser
 * dates it, until its rows are painted, by the frame's own clock. An opening is measured from the click on the
 * dataset's name in the list of the console, or from the browser's navigation to the edge's page, until the first page
 * is painted, with scripts in the browser's cache. Prints one JSON object with milliseconds, and ratios of medians.
 */
import { loadavg } from 'node:os'
import { chromium, type Frame, type Page } from '@playwright/test'
import { DATASET_PAGE_PATH, ListMyDatasets } from '@tessera/contract/wire'
import { browserPath } from '../e2e/browser.ts'
import { demoUrl } from '../e2e/demo.ts'
import { fillLogin, frameOf } from '../e2e/person.ts'
import { goIn, showPin } from '../e2e/signing.ts'
import { textsIn } from '../e2e/words.ts'
import { member, places } from '../e2e/world.ts'
import { DATASET } from '../tools/demo-names.ts'
import { PARTIES } from '../tools/places.ts'

const TIMES = Number(process.argv[2] ?? 15)
/** Number of warm-up rounds whose results are discarded. */
const WARM = 2

/**
 * Runs in every document: records when its first rows were painted and, on request, when the next ones were after a
 * press.
 */
const WATCH = `(() => {
  const first = () => document.querySelector('tr[data-row-key]')?.getAttribute('data-row-key')
  const another = (before) => new Promise((resolve) => {
    const look = () => {
      const key = first()
      if (key === undefined || key === before) return
      observer.disconnect()
      requestAnimationFrame(() => {
        // This message arrives after the frame has painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
  const dated = async (shown) => performance.timeOrigin + (await shown)
  window.opened = dated(another(undefined))
  window.press = () => new Promise((resolve) =>
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }))
  window.watchNext = () => {
    const shown = another(first())
    const pressed = window.press()
    window.next = Promise.all([pressed, shown]).then(([from, to]) => to - from)
  }
  window.watchPress = () => { window.pressed = dated(window.press()) }
})()`

const WHO = PARTIES[2]
const say = textsIn('en')
const edge = places.edgeUrl(2)
const carol = await member(WHO)
const { records } = await carol.call(ListMyDatasets, { name: DATASET })
const dataset = records.find(({ name }) => name === DATASET)
if (!dataset) throw new Error(`${demoUrl} has no dataset ${DATASET}`)
const own = `${edge}${DATASET_PAGE_PATH}?id=${dataset.id}`

const browser = await chromium.launch({
  executablePath: await browserPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const load = loadavg()[0]
  const context = await browser.newContext({
    baseURL: demoUrl,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript(WATCH)
  const ofConsole = await context.newPage()
  await ofConsole.goto('/login')
  await ofConsole.getByRole('button', { name: 'English' }).click()
  await fillLogin(ofConsole, WHO.username, undefined, 'en')
  await ofConsole.waitForURL('/')
  await ofConsole.goto(`/data-detail?id=${dataset.id}&partyId=${WHO.id}`)
  // On a busy machine, the frame takes longer to load than Playwright's `expect` waits.
  await frameOf(ofConsole).getByRole('button').first().waitFor()
  await showPin(ofConsole, say)
  const bare = await context.newPage()
  await bare.goto(`${edge}/session#lang=en`)
  await bare.getByRole('heading').first().waitFor()
  await goIn(bare, say, WHO.username)

  const opening = await inTurns(
    TIMES,
    () => openedInFrame(ofConsole),
    () => openedBare(bare),
  )
  const next = await inTurns(
    TIMES,
    async () => nextIn(ofConsole, await frameIn(ofConsole)),
    () => nextIn(bare, bare.mainFrame()),
  )
  console.log(JSON.stringify({ times: TIMES, rows: dataset.rowCount, load: [load, loadavg()[0]], next, opening }))
} finally {
  await browser.close()
}

async function inTurns(times: number, framed: () => Promise<number>, bare: () => Promise<number>) {
  const spent: Record<'framed' | 'bare', number[]> = { framed: [], bare: [] }
  for (let time = 0; time < times + WARM; time += 1) {
    const [inFrame, without] = [await framed(), await bare()]
    if (time < WARM) continue
    spent.framed.push(inFrame)
    spent.bare.push(without)
  }
  const [framedFigures, bareFigures] = [figuresOf(spent.framed), figuresOf(spent.bare)]
  const ratio = Number((framedFigures.median / bareFigures.median).toFixed(2))
  return { framed: framedFigures, bare: bareFigures, ratio }
}

function figuresOf(spent: number[]) {
  const sorted = spent.map((value) => Number(value.toFixed(1))).toSorted((a, b) => a - b)
  return { least: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 }
}

async function nextIn(page: Page, frame: Frame): Promise<number> {
  await page.bringToFront()
  await frame.evaluate('window.watchNext()')
  await frame.locator('.ant-pagination-next button').click()
  return frame.evaluate<number>('window.next')
}

async function frameIn(page: Page): Promise<Frame> {
  const element = await page.locator('.t-frame iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('no frame')
  return frame
}

async function openedInFrame(page: Page): Promise<number> {
  await page.bringToFront()
  await page.goto('/mydata')
  await page.waitForLoadState('networkidle')
  await page.evaluate('window.watchPress()')
  await page.getByRole('link', { name: DATASET, exact: true }).click()
  await page.locator('.t-frame iframe').waitFor()
  const shown = await (await frameIn(page)).evaluate<number>('window.opened')
  return shown - (await page.evaluate<number>('window.pressed'))
}

async function openedBare(page: Page): Promise<number> {
  await page.bringToFront()
  await page.goto(`${edge}/session`)
  await page.waitForLoadState('networkidle')
  await page.goto(own)
  const opened = await page.evaluate<number>('window.opened')
  return opened - (await page.evaluate<number>('performance.timeOrigin'))
}
