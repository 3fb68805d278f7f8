import { expect, test } from '@playwright/test'
import { shapesOf } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, fits } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { speak } from '../words.ts'

// Boxes in pictures go the whole way: uploaded by three parties, learnt together, used by hand and on a whole dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const shapes = `Shapes ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('boxes', shapes)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = speak(tongue)

  test(`what is where in a picture is shown, by hand and of a dataset: ${tongue}`, async ({ browser }) => {
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    const byClass = page.getByRole('region', { name: say('scores', 'boxes.title') })
    await expect(byClass.getByRole('row', { name: /^disc/ })).toContainText('%')
    await expect(byClass.getByRole('figure')).toBeVisible()
    await fits(page)

    const room = await openAsking(page, say)
    const { file } = await shapesOf(1001)
    await room.locator('input[type=file]').setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer: file }])
    await room.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    const answer = room.getByRole('region', { name: say('inference', 'boxes.title') })
    await expect(answer.getByRole('img', { name: /^one\.jpg/ })).toBeVisible()
    const slider = answer.getByRole('slider')
    await slider.press('Home')
    const words = answer.getByRole('list', { name: say('inference', 'boxes.list') }).getByRole('listitem')
    await expect(words.first()).toContainText(/disc|square/)
    await fits(page)
    await slider.press('End')
    await expect(answer.getByText(say('inference', 'boxes.none'))).toBeVisible()

    await predictDataset(page, say, { name: shapes, count: 48, of: 'yolo', as: `Shapes ${tongue} ${run}` })
    const found = room.getByRole('region', { name: say('inference', 'summary.boxes') })
    await expect(found.getByRole('row', { name: /^square/ })).toContainText('%')
    const rows = room.getByRole('region', { name: say('inference', 'rows.title', { rows: say('rows', 'many.yolo') }) })
    await expect(rows.getByRole('img').first()).toBeVisible()
    await rows
      .getByRole('button', { name: say('inference', 'boxes.open') })
      .first()
      .click()
    const drawer = room.getByRole('dialog')
    await expect(drawer.getByRole('img').first()).toBeVisible()
    await expect(drawer.getByText(say('inference', 'boxes.told'))).toBeVisible()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
