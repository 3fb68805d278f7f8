import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, expectToFit, logInAs } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { textsIn } from '../words.ts'

// The complete journey of entity recognition: three parties upload labelled texts and train a model, which marks
// entities in single texts and in a dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const notes = `Notes ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('entities', notes)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = textsIn(tongue)

  test(`marks the predicted entities in a text, for a single text and for a dataset: ${tongue}`, {
    annotation: { type: 'spec', description: 'screens.inference-result-entities' },
  }, async ({ browser }) => {
    const page = await logInAs(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    const byKind = page.getByRole('region', { name: say('scores', 'entities.title') })
    await expect(byKind.getByRole('row', { name: /^DRUG/ })).toContainText('%')
    await expectToFit(page)

    const frame = await openAsking(page, say)
    const text = frame.getByLabel(say('inference', 'text.label'), { exact: true })
    await text.fill('张伟昨日转入骨科，每日服用氯沙坦。 Dr Ruth Stone stopped Cardipril.')
    await frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    const answer = frame.getByRole('region', { name: say('inference', 'result.entities') })
    await expect(answer.locator('mark').filter({ hasText: 'PERSON' }).filter({ hasText: '张伟' })).toBeVisible()
    await expect(answer.getByRole('listitem').filter({ hasText: 'DRUG' })).toContainText('Cardipril')
    await answer.getByRole('button', { name: /^Cardipril/ }).press('Enter')
    const why = answer.getByRole('region', { name: say('inference', 'why.mark', { name: 'Cardipril', class: 'DRUG' }) })
    await expect(why.getByRole('listitem').filter({ hasText: 'Cardipril' })).toBeVisible()
    await expectToFit(page)

    await predictDataset(page, say, { name: notes, count: 120, of: 'nlp', as: `Named ${tongue} ${run}` })
    const found = frame.getByRole('region', { name: say('inference', 'summary.entities') })
    await expect(found.getByRole('row', { name: /^PLACE/ })).toContainText('%')
    const rows = frame.getByRole('region', { name: say('inference', 'rows.title', { rows: say('rows', 'many.text') }) })
    await expect(rows.locator('mark').first()).toBeVisible()
    await expectToFit(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
