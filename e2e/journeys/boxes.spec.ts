import { expect, test } from '@playwright/test'
import { shapesOf } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, expectToFit, logInAs } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { textsIn } from '../words.ts'

// The complete journey of object detection: three parties upload pictures with boxes and train a model, which predicts
// boxes for single pictures and for a dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const shapes = `Shapes ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('boxes', shapes)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = textsIn(tongue)

  test(`shows the predicted boxes in a picture, for a single picture and for a dataset: ${tongue}`, {
    annotation: { type: 'spec', description: 'screens.inference-result-detection' },
  }, async ({ browser }) => {
    const page = await logInAs(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    const byClass = page.getByRole('region', { name: say('scores', 'boxes.title') })
    await expect(byClass.getByRole('row', { name: /^disc/ })).toContainText('%')
    await expect(byClass.getByRole('figure')).toBeVisible()
    await expectToFit(page)

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
    await expectToFit(page)
    await slider.press('End')
    await expect(answer.getByText(say('inference', 'boxes.none'))).toBeVisible()

    await predictDataset(page, say, { name: shapes, count: 48, of: 'yolo', as: `Shapes ${tongue} ${run}` })
    const found = frame.getByRole('region', { name: say('inference', 'summary.boxes') })
    await expect(found.getByRole('row', { name: /^square/ })).toContainText('%')
    const rows = frame.getByRole('region', {
      name: say('inference', 'rows.title', { rows: say('rows', 'many.picture') }),
    })
    await expect(rows.getByRole('img').first()).toBeVisible()
    await rows
      .getByRole('button', { name: say('inference', 'boxes.open') })
      .first()
      .click()
    const drawer = frame.getByRole('dialog')
    await expect(drawer.getByRole('img').first()).toBeVisible()
    await expect(drawer.getByText(say('inference', 'boxes.legend'))).toBeVisible()
    await expectToFit(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
