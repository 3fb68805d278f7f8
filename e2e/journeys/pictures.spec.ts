import { expect, test } from '@playwright/test'
import { cellOf } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, expectToFit, logInAs } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { textsIn } from '../words.ts'

// The complete journey of pictures: three parties upload pictures and train a model, which classifies single pictures
// and a dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const cells = `Cells ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('pictures', cells)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = textsIn(tongue)

  test(`predicts the class of single pictures and of a dataset of pictures: ${tongue}`, {
    annotation: { type: 'spec', description: 'screens.inference-result-pictures' },
  }, async ({ browser }) => {
    const page = await logInAs(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    await expectToFit(page)

    const frame = await openAsking(page, say)
    const predict = frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
    await predict.click()
    await expect(frame.getByText(say('inference', 'pictures.needed'))).toBeVisible()
    const files = [
      { name: 'one.jpg', mimeType: 'image/jpeg', buffer: await cellOf('calm', 100) },
      { name: 'two.jpg', mimeType: 'image/jpeg', buffer: await cellOf('dividing', 101) },
    ]
    await frame.locator('input[type=file]').setInputFiles(files)
    await expect(frame.getByRole('img', { name: 'two.jpg' })).toBeVisible()
    await predict.click()
    const answer = frame.getByRole('region', { name: say('inference', 'result.title') })
    await expect(answer.getByRole('row', { name: /one\.jpg.*calm/ })).toBeVisible()
    await expect(answer.getByRole('row', { name: /two\.jpg.*dividing/ })).toBeVisible()
    await expect(answer.getByRole('img', { name: 'one.jpg' })).toBeVisible()
    await expectToFit(page)

    await frame.getByRole('button', { name: say('inference', 'pictures.remove', { name: 'one.jpg' }) }).click()
    await predict.click()
    const why = frame.getByRole('region', { name: say('inference', 'why.title') })
    await expect(why.getByText(say('inference', 'why.method.covered'))).toBeVisible()
    await expect(why.getByRole('img', { name: 'two.jpg' })).toBeVisible()
    await expectToFit(page)

    await predictDataset(page, say, { name: cells, count: 24, of: 'vision', as: `Cells ${tongue} ${run}` })
    const rows = frame.getByRole('region', {
      name: say('inference', 'rows.title', { rows: say('rows', 'many.picture') }),
    })
    await expect(rows.getByRole('img').first()).toBeVisible()
    await expectToFit(page)

    // Selecting a cell of the confusion matrix lists as many pictures as the cell counts.
    const matrix = frame.getByRole('region', { name: say('inference', 'summary.confusion') })
    const cell = matrix.getByRole('button', { pressed: false }).first()
    const behind = Number(await cell.locator('strong').textContent())
    await cell.press('Enter')
    const all = rows.getByRole('button', {
      name: say('inference', 'rows.cell.all', { rows: say('rows', 'many.picture') }),
    })
    await expect(all).toBeVisible()
    await expect(rows.getByRole('img')).toHaveCount(Math.min(behind, 10))
    await all.click()
    await expect(all).toBeHidden()

    await rows
      .getByRole('button', { name: say('inference', 'why.ask') })
      .first()
      .click()
    const drawer = frame.getByRole('dialog')
    await expect(drawer.getByText(say('inference', 'why.method.covered'))).toBeVisible()
    await expect(drawer.getByRole('img').first()).toBeVisible()
    await expectToFit(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
