import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, fits } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { speak } from '../words.ts'

// The complete journey of texts with entities: uploaded by three parties, trained together, predicted by hand and for a
// dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const notes = `Notes ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('entities', notes)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = speak(tongue)

  test(`marks the entities in a text, by hand and for a dataset: ${tongue}`, {
    annotation: { type: 'spec', description: 'screens.inference-result-entities' },
  }, async ({ browser }) => {
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    const byKind = page.getByRole('region', { name: say('scores', 'entities.title') })
    await expect(byKind.getByRole('row', { name: /^DRUG/ })).toContainText('%')
    await fits(page)

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
    await fits(page)

    await predictDataset(page, say, { name: notes, count: 120, of: 'nlp', as: `Named ${tongue} ${run}` })
    const found = frame.getByRole('region', { name: say('inference', 'summary.entities') })
    await expect(found.getByRole('row', { name: /^PLACE/ })).toContainText('%')
    const rows = frame.getByRole('region', { name: say('inference', 'rows.title', { rows: say('rows', 'many.nlp') }) })
    await expect(rows.locator('mark').first()).toBeVisible()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
