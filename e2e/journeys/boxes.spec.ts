import { expect, test } from '@playwright/test'
import { shapesOf } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, fits } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { speak } from '../words.ts'

// The complete journey of boxes in pictures: uploaded by three parties, learnt together, predicted by hand and for a
// dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const shapes = `Shapes ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('boxes', shapes)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = speak(tongue)

  test(`shows the boxes in a picture, by hand and for a dataset: ${tongue}`, {
    annotation: { type: 'spec', description: 'screens.inference-result-detection' },
  }, async ({ browser }) => {
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    const byClass = page.getByRole('region', { name: say('scores', 'boxes.title') })
    await expect(byClass.getByRole('row', { name: /^disc/ })).toContainText('%')
    await expect(byClass.getByRole('figure')).toBeVisible()
    await fits(page)

    const frame = await openAsking(page, say)
    const { file } = await shapesOf(1001)
    await frame.locator('input[type=file]').setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer: file }])
    await frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    const answer = frame.getByRole('region', { name: say('inference', 'boxes.title') })
    await expect(answer.getByRole('img', { name: /^one\.jpg/ })).toBeVisible()
    const slider = answer.getByRole('slider')
    await slider.press('Home')
    const words = answer.getByRole('list', { name: say('inference', 'boxes.list') }).getByRole('listitem')
    await expect(words.first()).toContainText(/disc|square/)
    await fits(page)
    await slider.press('End')
    await expect(answer.getByText(say('inference', 'boxes.none'))).toBeVisible()

    await predictDataset(page, say, { name: shapes, count: 48, of: 'yolo', as: `Shapes ${tongue} ${run}` })
    const found = frame.getByRole('region', { name: say('inference', 'summary.boxes') })
    await expect(found.getByRole('row', { name: /^square/ })).toContainText('%')
    const rows = frame.getByRole('region', { name: say('inference', 'rows.title', { rows: say('rows', 'many.yolo') }) })
    await expect(rows.getByRole('img').first()).toBeVisible()
    await rows
      .getByRole('button', { name: say('inference', 'boxes.open') })
      .first()
      .click()
    const drawer = frame.getByRole('dialog')
    await expect(drawer.getByRole('img').first()).toBeVisible()
    await expect(drawer.getByText(say('inference', 'boxes.told'))).toBeVisible()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
