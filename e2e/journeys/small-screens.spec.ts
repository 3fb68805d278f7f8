import { expect, type Frame, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { ROUTES } from '../../apps/web/src/lib/paths.ts'
import { TASK } from '../../tools/demo-names.ts'
import { PARTIES } from '../../tools/places.ts'
import { arrive, complaintsOf, logInAs, settled, type Tongue } from '../person.ts'
import { BESIDE, OPEN, PAGES, pagesOfThings } from '../routes.ts'
import { member, places } from '../world.ts'

// Tests that every page fits the width of a phone in each language, and that no page mixes languages.
for (const tongue of ['cn', 'en'] as const) {
  test(`fits every page into a width of 390 pixels, in one language: ${tongue}`, async ({ browser }) => {
    const looks = { tongue, viewport: { width: 390, height: 844 } }
    const { routes, given } = await ownThings()
    const problems: string[] = []
    const walk = async (page: Page, through: string[]) => {
      const complaints = complaintsOf(page)
      for (const route of through) {
        await page.goto(route)
        await settled(page)
        // The profile page of a party shows the party's name in both languages.
        const texts = given.filter((text) => route.startsWith(ROUTES.party) || !isOtherName(tongue, text))
        for (const frame of page.frames()) {
          problems.push(...(await problemsOf(frame, tongue, texts)).map((problem) => `${route}: ${problem}`))
        }
      }
      problems.push(...complaints)
      await page.context().close()
    }
    await walk(await arrive(browser, looks), OPEN)
    await walk(await logInAs(browser, 'alice', looks), [...PAGES, ...BESIDE, ...routes])
    expect(problems).toEqual([])
  })

  test(`fits the edge’s own pages into a width of 390 pixels, in one language, without the console: ${tongue}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    const { given, taskId, datasetId } = await ownThings()
    const { token } = await (await member(PARTIES[0])).call(wire.GetEdgeToken, { partyId: PARTIES[0].id })
    const problems: string[] = []
    // Simulates a party whose edge has moved to a long address.
    const move = {
      from: 'https://edge.riverside-clinic.example',
      to: 'https://tessera-edge-2.riverside-clinic.example:8443',
    }
    await page.route(`${places.edgeUrl(0)}/**${wire.GetSigning.path}*`, async (route) => {
      const answer = await route.fetch()
      const { result, ...envelope } = await answer.json()
      await route.fulfill({ response: answer, json: { ...envelope, result: { ...result, move } } })
    })
    for (const edgeFrame of wire.EDGE_PAGE_PATHS) {
      const fragment = new URLSearchParams({ task: taskId, token, lang: tongue })
      const path = edgeFrame === wire.DATASET_PAGE_PATH ? `${edgeFrame}?id=${datasetId}` : edgeFrame
      const answer = await page.goto(`${places.edgeUrl(0)}${path}#${fragment}`)
      const isFramed = wire.FRAMED_PATHS.includes(edgeFrame)
      expect(answer?.headers()['x-frame-options']).toBe(isFramed ? undefined : 'DENY')
      expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      expect(page.url()).toBe(`${places.edgeUrl(0)}${path}`)
      const found = await problemsOf(page, tongue, given)
      // Outside a frame, the confirmation page has nothing to confirm and shows a warning, which is expected.
      const isAlone = edgeFrame === wire.CONFIRM_PAGE_PATH
      const unexpected = found.filter((problem) => !isAlone || !problem.startsWith('warns: '))
      problems.push(...unexpected.map((problem) => `${path}: ${problem}`))
    }
    expect([...problems, ...complaints]).toEqual([])
    await context.close()
  })
}

test('shows the help of a parameter below the parameter’s name on a phone', async ({ browser }) => {
  const page = await logInAs(browser, 'alice', { viewport: { width: 390, height: 844 } })
  await page.goto('/algorithm/algorithmDetail?id=logistic-regression')
  await settled(page)
  const entries = page.locator('.t-entries > li')
  await expect(entries.first()).toBeVisible()
  for (const entry of await entries.all()) {
    const box = await entry.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect(await entry.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    expect(box?.height).toBeLessThan(844 / 2)
  }
  await page.context().close()
})

interface Things {
  routes: string[]
  given: string[]
  taskId: string
  datasetId: string
}

/**
 * Returns the pages of single items, and all texts that users wrote, which have no translation. The longest texts come
 * first, because a long text can contain a short one.
 */
async function ownThings(): Promise<Things> {
  const alice = await member(PARTIES[0])
  // Reads five pages, because other journeys leave more tasks than one page holds.
  const pages = [1, 2, 3, 4, 5].map((pageNo) => alice.call(wire.ListMyTasks, { pageNo, type: 'TRAIN' }))
  const tasks = await Promise.all(pages)
  const [found, pool, datasets, foreign, models, published, inferences] = await Promise.all([
    alice.call(wire.ListMyTasks, { pageNo: 1, type: 'TRAIN', name: TASK }),
    alice.call(wire.ListPoolTasks, { pageNo: 1 }),
    alice.call(wire.ListMyDatasets, {}),
    alice.call(wire.ListPoolDatasets, {}),
    alice.call(wire.ListMyModels, {}),
    alice.call(wire.ListPoolModels, {}),
    alice.call(wire.ListMyTasksAtEdge, { pageNo: 1 }),
  ])
  const finished = found.records.find(({ name }) => name === TASK)
  const others = await Promise.all([
    alice.call(wire.ListDepartments, {}),
    alice.call(wire.GetRegistrations, { taskId: finished?.id ?? '' }),
  ])
  const answers = [tasks, pool, datasets, foreign, models, published, inferences, others]
  return {
    routes: await pagesOfThings(),
    taskId: finished?.id ?? '',
    datasetId: datasets.records[0]?.id ?? '',
    given: stringsIn([PARTIES, ...answers]).sort((a, b) => b.length - a.length),
  }
}

/** Returns every string in a value, at any depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 1 ? [value] : []
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(stringsIn)
}

/** Returns all visible texts and accessible names of the page, except code and passages marked as another language. */
const READ_TEXTS = `(() => {
  const texts = [document.title]
  const other = '[lang]:not(html), code, pre, .t-mono, style, script'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(other)) texts.push(walker.currentNode.data)
  for (const node of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (node.closest(other)) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '')
  }
  return texts.map((text) => text.trim()).filter(Boolean)
})()`

const FOREIGN: Record<Tongue, RegExp> = {
  /** Three Latin words in a row count as an English sentence; fewer can be a name or a unit. */
  cn: /[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){2,}/,
  en: /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/,
}
/**
 * Matches the key of a phrase, such as `prepare.open.label` or `loginTitle`, but not a user's file such as `cases.zip`.
 */
const KEY = /^(?!\w+\.zip$)(?:[a-z]+(?:\.[a-z][\w-]*)+|[a-z]+[A-Z][A-Za-z]+)$/

/** Returns whether the text is a party's name in the other language, which must not appear on a page in this one. */
const isOtherName = (tongue: Tongue, text: string) =>
  PARTIES.some(({ name }) => text.includes(name[tongue === 'en' ? 'cn' : 'en']))

/** Returns horizontally scrolling elements that Tab cannot reach, either directly or through their content. */
const UNREACHED = `[...document.querySelectorAll('body *')].filter((node) => {
  if (node.scrollWidth <= node.clientWidth + 1 || !['auto', 'scroll'].includes(getComputedStyle(node).overflowX)) return false
  return node.checkVisibility() && node.tabIndex < 0 && !node.querySelector('a[href], button, input, select, textarea, [tabindex="0"]')
}).map((node) => node.className || node.nodeName)`

async function problemsOf(page: Page | Frame, tongue: Tongue, given: string[]): Promise<string[]> {
  const problems: string[] = []
  const width = await page.evaluate<number>('document.scrollingElement.scrollWidth')
  if (width > 390) problems.push(`is ${width} pixels wide`)
  for (const node of await page.evaluate<string[]>(UNREACHED))
    problems.push(`scrolls out of reach of the keyboard: ${node}`)
  for (const alert of await page.locator('.ant-alert-error').allTextContents()) problems.push(`warns: ${alert}`)
  for (const text of await page.evaluate<string[]>(READ_TEXTS)) {
    const ours = given.reduce((rest, name) => rest.replaceAll(name, ' · '), text)
    if (FOREIGN[tongue].test(ours)) problems.push(`speaks another language: ${text}`)
    if (KEY.test(ours)) problems.push(`shows a key: ${text}`)
  }
  return [...new Set(problems)]
}
