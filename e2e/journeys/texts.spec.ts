import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { reviewsOf } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, fits } from '../person.ts'
import { createUse, predictDataset, trainTogether, uploadAll } from '../trained.ts'
import { speak } from '../words.ts'

// Texts go the whole way: uploaded by three parties, trained together, used by hand and on a whole dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const texts = `Reviews ${run}`
const folder = mkdtempSync(join(tmpdir(), 'tessera-texts-'))
let modelPage = ''

function fileOf(place: number): string {
  const file = join(folder, `${place}.csv`)
  writeFileSync(file, reviewsOf(place))
  return file
}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const datasets = await uploadAll(texts, fileOf)
  const columnSelection = { columns: ['text'], label: 'label' }
  const training = { name: `Texts ${run}`, algorithmId: 'text-classes', columnSelection, datasets }
  modelPage = `/modal/modalDetail?id=${(await trainTogether(training)).modelId}`
})

test.afterAll(() => rmSync(folder, { recursive: true }))

for (const tongue of ['en', 'cn'] as const) {
  const say = speak(tongue)

  test(`a text is told its class and what in it speaks for that, and a dataset too: ${tongue}`, async ({ browser }) => {
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    await fits(page)

    await createUse(page, say, `Text ${tongue} ${run}`)
    const predict = page.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
    await predict.click()
    await expect(page.getByText(say('inference', 'text.needed'))).toBeVisible()
    await page.getByLabel(say('inference', 'text.label'), { exact: true }).fill('The room was dirty. 服务态度差！')
    await predict.click()
    const answer = page.getByRole('region', { name: say('inference', 'result.title') })
    await expect(answer.getByText('blame', { exact: true }).first()).toBeVisible()
    const why = page.getByRole('region', { name: say('inference', 'why.title') })
    await expect(why.getByText('dirty. ', { exact: true }).first()).toBeVisible()
    const [strongest] = await why.getByRole('listitem').allTextContents()
    expect(strongest).toContain(say('inference', 'why.for', { class: 'blame', against: 'praise' }))
    await fits(page)

    await predictDataset(page, say, `${texts} 0`, 80)
    const rows = page.getByRole('region', { name: say('inference', 'rows.title') })
    await expect(rows.getByRole('row').nth(1)).toContainText(/房间|room|staff|服务/)

    const matrix = page.getByRole('region', { name: say('inference', 'summary.confusion') })
    const all = rows.getByRole('button', { name: say('inference', 'rows.cell.all') })
    await matrix.getByRole('button', { pressed: false }).first().press('Enter')
    await expect(all).toBeVisible()
    await expect(rows.getByRole('heading')).toBeFocused()
    await expect(page).toHaveURL(/truth=0&said=0|said=0&truth=0/)
    await expect(rows.getByRole('row').nth(1)).toContainText('blame')
    await expect(matrix.getByRole('button', { pressed: true })).toHaveCount(1)
    await fits(page)
    await all.click()
    await expect(all).toBeHidden()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}
