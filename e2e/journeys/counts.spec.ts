import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, settled } from '../person.ts'
import { trainTogether } from '../trained.ts'
import { pattern, speak } from '../words.ts'

const [alice] = PARTIES
const run = Date.now().toString(36)
const name = `Visits ${run}`
const folder = mkdtempSync(join(tmpdir(), 'tessera-visits-'))
let modelId: string

/** A file of people of one hospital: who is older and who smokes comes more often, and a few come very often. */
function visitsOf(people: number, youngest: number): string {
  const lines = Array.from({ length: people }, (_one, at) => {
    const [age, smokes] = [youngest + ((at * 7) % 50), at % 3 === 0]
    const expected = Math.exp(0.02 * age + (smokes ? 0.5 : 0) - 0.6)
    return `${age},${smokes ? 'yes' : 'no'},${Math.round(expected * (at % 11 === 0 ? 5 : (at % 4) / 2))}`
  })
  const file = join(folder, `${people}.csv`)
  writeFileSync(file, ['age,smokes,visits', ...lines].join('\n'))
  return file
}

test.beforeAll(async () => {
  test.setTimeout(400_000)
  const columnSelection = { columns: ['age', 'smokes'], label: 'visits' }
  const fileOf = (place: number) => visitsOf(60 + 60 * place, 20 + 8 * place)
  modelId = (await trainTogether({ name, algorithmId: 'poisson-regression', columnSelection, fileOf })).modelId
})

test.afterAll(() => rmSync(folder, { recursive: true }))

for (const tongue of ['en', 'cn'] as const) {
  test(`a model of counts shows rate ratios, and says how many to expect of a case and of a dataset: ${tongue}`, async ({
    browser,
  }) => {
    const say = speak(tongue)
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(`/modal/modalDetail?id=${modelId}`)
    const panel = page.getByRole('region', { name: say('model', 'coefficients.title.rate') })
    await expect(panel.getByText(pattern(say('model', 'regression.spread.wide')))).toBeVisible()
    const named = { column: 'smokes', category: 'yes', reference: 'no' }
    const smokers = panel
      .getByRole('table', { name: say('model', 'coefficients.table') })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: say('model', 'coefficients.category', named) }) })
    await expect(smokers).toBeVisible()
    expect(Number(await smokers.getByRole('cell').first().textContent())).toBeGreaterThan(1.2)
    await settled(page)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      // Charts are drawn anew once they know their room.
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: say('model', 'action.use') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('inference', 'create.name'), { exact: true }).fill(`Case ${tongue} ${run}`)
    await dialog.getByLabel(say('inference', 'create.description')).fill('One case')
    await dialog.getByRole('button', { name: say('inference', 'create.submit') }).click()
    await expect(page.getByLabel('age', { exact: true })).not.toHaveValue('')
    await page.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    await expect(page.getByText(say('inference', 'result.single', { label: 'visits' }))).toBeVisible()

    await page.getByText(say('inference', 'source.dataset'), { exact: true }).click()
    const dataset = page.getByRole('combobox', { name: say('inference', 'dataset.label') })
    await dataset.fill(`${name} 0`)
    await dataset.press('Enter')
    await page.getByRole('button', { name: say('inference', 'dataset.submit') }).click()
    await expect(page.getByText(say('inference', 'result.rows', { count: 60 }))).toBeVisible({ timeout: 60_000 })
    expect(complaints).toEqual([])
    await page.context().close()
  })
}
