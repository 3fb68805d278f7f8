import { readFile } from 'node:fs/promises'
import { expect, type FrameLocator, type Locator, type Page, test } from '@playwright/test'
import type { ContentType } from '@tessera/contract'
import { PARTIES } from '../../tools/places.ts'
import { zipOf } from '../archive.ts'
import { complaintsOf, frameOf, logInAs, type Tongue, uploadOf } from '../person.ts'
import { showPin } from '../signing.ts'
import { pattern, textsIn } from '../words.ts'

// The complete journey of a dataset of each kind: upload, analysis, name, its own page, the pool as others see it, and
// removal.
const BOB = PARTIES[1]
const run = Date.now().toString(36)

/** Content that only the owner sees on a dataset's page, in the frame of the edge. */
const SHOWS: Record<
  Exclude<ContentType, 'tabular'>,
  (edgeFrame: FrameLocator, say: ReturnType<typeof textsIn>) => Promise<void>
> = {
  vision: async (edgeFrame) => {
    await picturesLoad(edgeFrame.locator('body'))
    await openFirst(edgeFrame)
    await picturesLoad(edgeFrame.getByRole('dialog'))
    await edgeFrame.getByRole('dialog').press('Escape')
    await expect(edgeFrame.getByRole('dialog')).toBeHidden()
  },
  yolo: async (edgeFrame) => {
    await picturesLoad(edgeFrame.locator('body'))
    await openFirst(edgeFrame)
    await picturesLoad(edgeFrame.getByRole('dialog'))
    await expect(edgeFrame.getByRole('dialog').locator('svg rect, [class*=box]').first()).toBeVisible()
    await edgeFrame.getByRole('dialog').press('Escape')
    await expect(edgeFrame.getByRole('dialog')).toBeHidden()
  },
  nlp: async (edgeFrame, say) => {
    await expect(edgeFrame.getByRole('heading', { name: say('nlp', 'rows'), exact: true })).toBeVisible()
    await expect(edgeFrame.locator('ul li p').first()).toHaveText(/\S{4,}/)
  },
  graph: async (edgeFrame, say) => {
    const figure = edgeFrame.getByRole('figure', { name: say('kinds', 'graph.drawing') })
    await figure.getByRole('button', { name: say('ui', 'asTable') }).click()
    expect(await figure.getByRole('row').count()).toBeGreaterThan(20)
  },
}

for (const [kind, tongue] of [
  ['vision', 'en'],
  ['yolo', 'cn'],
  ['nlp', 'cn'],
  ['graph', 'en'],
] as const) {
  // `make test` runs only this kind; the long tests run the other kinds.
  const tag = kind === 'vision' ? [] : '@long'
  test(`${kind}: uploads an archive, shows it in the pool and removes it (${tongue})`, { tag }, async ({ browser }) => {
    const say = textsIn(tongue)
    const name = `${kind} ${run}`
    const page = await logInAs(browser, BOB.username, { tongue })
    const complaints = complaintsOf(page)

    const dialog = await openUpload(page, say)
    await dialog.getByRole('tab', { name: say(kind, 'name') }).click()
    const arrival = page.waitForEvent('download')
    await dialog
      .getByRole('tabpanel')
      .getByRole('link', { name: say('upload', 'guide.sample') })
      .click()
    const sample = await (await arrival).path()
    await dialog.locator('input[type=file]').setInputFiles({
      name: `${name}.zip`,
      mimeType: 'application/zip',
      buffer: await readFile(sample),
    })

    const review = await reviewOf(page, say)
    await expect(review.locator('body')).toContainText(say(kind, 'name'))
    await expect(review.locator('body')).toContainText(say(kind, 'rowsRead'))
    await showPin(page, say, review)
    await expect(review.getByRole('figure').first()).toBeVisible()
    await save(page, say, name)

    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await showPin(page, say)
    await SHOWS[kind](frameOf(page), say)
    await seenByCarol(browser, tongue, name)
    await remove(page, say, name)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

test('proposes fixes for a table with duplicate columns and short lines, and sends no request twice', async ({
  browser,
}) => {
  const say = textsIn('en')
  const name = `Mended ${run}`
  const page = await logInAs(browser, BOB.username, { tongue: 'en' })
  const dialog = await openUpload(page, say)
  const rows = Array.from({ length: 30 }, (_none, index) => `${index},${20 + index},${index % 2 ? 'yes' : 'no'}`)
  rows.splice(9, 0, '9,short')
  let sent = 0
  page.on('request', (request) => {
    if (/\/uploadZip$/.test(new URL(request.url()).pathname) && request.method() === 'POST') sent += 1
  })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'mended.zip',
    mimeType: 'application/zip',
    buffer: await zipOf('cases.csv', `age,age,ill\n${rows.join('\n')}\n`),
  })
  await dialog.getByRole('button', { name: say('upload', 'remedy.rename-columns') }).click()
  await dialog.getByRole('button', { name: say('upload', 'remedy.skip-rows') }).click()

  const review = (await reviewOf(page, say)).locator('body')
  await expect(review).toContainText(say('upload', 'report.rejected.title'))
  await expect(review).toContainText('line 11')
  await expect(review).toContainText('age_2')
  expect(sent).toBe(1)
  await save(page, say, name)

  // Sorts and filters the rows as their owner. A reload keeps both.
  await showPin(page, say)
  const edgeFrame = frameOf(page)
  await expect(edgeFrame.getByRole('cell', { name: 'yes', exact: true }).first()).toBeVisible()
  await edgeFrame.getByRole('button', { name: say('kinds', 'column.sort', { name: 'age_2' }) }).click()
  await edgeFrame.getByRole('button', { name: say('kinds', 'column.sort', { name: 'age_2' }) }).click()
  await expect(edgeFrame.getByRole('row').nth(1)).toContainText('49')
  await page.reload()
  await expect(edgeFrame.getByRole('row').nth(1)).toContainText('49')
  await remove(page, say, name)
  await page.context().close()
})

async function openUpload(page: Page, say: ReturnType<typeof textsIn>): Promise<FrameLocator> {
  await page.getByRole('link', { name: say('app', 'myData'), exact: true }).click()
  await page.getByRole('button', { name: say('dataset', 'upload.open') }).click()
  await expect(page.getByRole('dialog', { name: say('dataset', 'upload.title') })).toBeVisible()
  return uploadOf(page)
}

/** Waits until the edge has read the upload, and returns the frame with the summary. */
async function reviewOf(page: Page, say: ReturnType<typeof textsIn>): Promise<FrameLocator> {
  await expect(page.getByRole('dialog', { name: say('dataset', 'save.title') })).toBeVisible()
  return uploadOf(page)
}

async function save(page: Page, say: ReturnType<typeof textsIn>, name: string) {
  const review = await reviewOf(page, say)
  await review.getByLabel(say('upload', 'save.name'), { exact: true }).fill(name)
  await review.getByLabel(say('upload', 'save.intro')).fill('2026')
  await review.getByRole('button', { name: say('upload', 'save.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Expects that another party sees the dataset in the pool, but none of its content. */
async function seenByCarol(browser: Parameters<typeof logInAs>[0], tongue: Tongue, name: string) {
  const say = textsIn(tongue)
  const carol = await logInAs(browser, PARTIES[2].username, { tongue })
  await carol.goto(`/data?${new URLSearchParams({ name })}`)
  await carol.getByRole('link', { name }).click()
  await expect(carol.getByText(say('dataset', 'detail.unsupported.title'))).toBeVisible()
  await expect(carol.getByRole('main').locator('img[src*=viewpic]')).toHaveCount(0)
  await expect(carol.getByRole('figure')).toHaveCount(0)
  await expect(carol.locator('iframe')).toHaveCount(0)
  await carol.context().close()
}

/** Removes the dataset on its own page. */
async function remove(page: Page, say: ReturnType<typeof textsIn>, name: string) {
  await page.getByRole('button', { name: say('dataset', 'detail.delete') }).click()
  const question = page.getByRole('dialog', { name: pattern(say('dataset', 'detail.delete.title', { name })) })
  await question.getByRole('button', { name: say('dataset', 'detail.delete') }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('dataset', 'my.title') })).toBeVisible()
  await page.getByRole('textbox', { name: say('dataset', 'my.search') }).fill(name)
  await expect(page.getByText(say('ui', 'nothingFound'), { exact: true })).toBeVisible()
}

const openFirst = (edgeFrame: FrameLocator) => edgeFrame.locator('button:has(img)').first().click()

async function picturesLoad(where: Locator) {
  await expect
    .poll(() =>
      where
        .locator('img')
        .first()
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBeGreaterThan(20)
}
