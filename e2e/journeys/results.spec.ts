import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type FrameLocator, type Page, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { limit } from '../../tools/testing/limits.ts'
import { complaintsOf, expectToFit, logInAs, type Tongue } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { predictCase, predictDataset, trainTogether, uploadAll } from '../trained.ts'
import { pattern, textsIn } from '../words.ts'

const [alice] = PARTIES
const run = Date.now().toString(36)
const rows = `Patients ${run}`
const folder = mkdtempSync(join(tmpdir(), 'tessera-results-'))
const KINDS = {
  'additive-model': { columns: ['age', 'dose', 'smokes'], label: 'ill' },
  'random-forest': { columns: ['age', 'dose', 'smokes'], label: 'ill' },
  'poisson-regression': { columns: ['age', 'smokes'], label: 'visits' },
  cox: { columns: ['age', 'smokes'], label: 'died', time: 'days' },
  'kaplan-meier': { columns: ['smokes'], label: 'died', time: 'days' },
  'k-means': { columns: ['age', 'dose', 'smokes'], label: null },
  describe: { columns: ['age', 'smokes'], label: null },
}
type Kind = keyof typeof KINDS
const pages = new Map<Kind, string>()

/**
 * Returns a CSV file of synthetic patients of one hospital. Older patients, and patients with too low or too high a
 * dose, are ill more often and die sooner. Older patients and smokers visit more often; a few patients visit very
 * often.
 */
function patientsOf(place: number): string {
  const lines = Array.from({ length: 90 + 60 * place }, (_one, at) => {
    const [age, dose, smokes] = [25 + 5 * place + ((at * 7) % 50), ((at * 13) % 100) / 10, at % 3 === 0]
    const risk = (age - 50) / 15 + (dose - 5) ** 2 / 8 - 1 + (smokes ? 0.8 : 0) + (((at * 31) % 17) - 8) / 6
    const days = Math.max(1, Math.round(400 * Math.exp(-risk / 3) * (0.5 + ((at * 19) % 11) / 11)))
    const expected = Math.exp(0.02 * age + (smokes ? 0.5 : 0) - 0.6)
    const visits = Math.round(expected * (at % 11 === 0 ? 5 : (at % 4) / 2))
    return [age, dose, smokes ? 'yes' : 'no', risk > 0 ? 'ill' : 'well', days, at % 4 === 0 ? 0 : 1, visits].join(',')
  })
  const file = join(folder, `${place}.csv`)
  writeFileSync(file, ['age,dose,smokes,ill,days,died,visits', ...lines].join('\n'))
  return file
}

test.beforeAll(async () => {
  test.setTimeout(limit(600_000))
  const datasets = await uploadAll(rows, patientsOf)
  for (const [algorithmId, columnSelection] of Object.entries(KINDS) as [Kind, (typeof KINDS)[Kind]][]) {
    const name = `${algorithmId} ${run}`.slice(0, 20)
    const { taskId, modelId } = await trainTogether({ name, algorithmId, columnSelection, datasets })
    pages.set(algorithmId, modelId ? `/modal/modalDetail?id=${modelId}` : `/mytask/mytaskDetail?id=${taskId}`)
  }
})

test.afterAll(() => rmSync(folder, { recursive: true }))

atLengthInBothLanguages('en', (tongue) => {
  const say = textsIn(tongue)

  test(`shows a curve per column of an additive model, explains its predictions, and marks values outside the range of its rows: ${tongue}`, async ({
    browser,
  }) => {
    const { page, leave } = await look(browser, tongue, 'additive-model')
    const panel = page.getByRole('region', { name: say('model', 'curves.title') })
    const dose = panel.getByRole('figure', { name: say('model', 'curves.chart', { column: 'dose' }) })
    await dose.getByRole('button').click()
    const effects = await dose.getByRole('row').getByRole('cell').allTextContents()
    const [first, middle, last] = [0, 0.5, 1].map((share) => {
      const heights = effects.filter((_text, at) => at % 2 === 0).map(Number)
      return heights[Math.round(share * (heights.length - 1))] ?? Number.NaN
    }) as [number, number, number]
    // Patients with too low or too high a dose are ill, so the effects at both ends have the same sign.
    expect(Math.sign(first - middle)).toBe(Math.sign(last - middle))
    await expectToFit(page)

    const frame = await predictCase(page, say)
    await says(frame, say('inference', 'why.title'), say('inference', 'why.method.additive'))
    await frame.getByLabel('age', { exact: true }).fill('99999')
    await frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    await expect(frame.getByText(say('inference', 'outside.title')).first()).toBeVisible()
    await leave()
  })

  test(`shows the importance of columns and a tree of a forest, and explains its predictions by paths: ${tongue}`, async ({
    browser,
  }) => {
    const { page, leave } = await look(browser, tongue, 'random-forest')
    const importance = page.getByRole('table', { name: say('model', 'trees.importance') })
    await expect(importance.getByRole('row')).toHaveCount(4)
    const drawn = page.getByRole('region', { name: say('model', 'trees.drawn') })
    await expect(drawn.getByRole('listitem')).not.toHaveCount(0)
    await expect(page.getByRole('region', { name: say('model', 'curves.title.effects') })).toBeVisible()
    await expectToFit(page)

    const frame = await predictCase(page, say)
    await says(frame, say('inference', 'why.title'), say('inference', 'why.method.paths'))
    await leave()
  })

  test(`shows rate ratios of a count model, and predicts the counts of a case and of a dataset: ${tongue}`, async ({
    browser,
  }) => {
    const { page, leave } = await look(browser, tongue, 'poisson-regression')
    const panel = page.getByRole('region', { name: say('model', 'coefficients.title.rate') })
    await expect(panel.getByText(pattern(say('model', 'regression.spread.wide')))).toBeVisible()
    const named = { column: 'smokes', category: 'yes', reference: 'no' }
    const smokers = panel
      .getByRole('table', { name: say('model', 'coefficients.table') })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: say('model', 'coefficients.category', named) }) })
    await expect(smokers).toBeVisible()
    expect(Number(await smokers.getByRole('cell').first().textContent())).toBeGreaterThan(1.2)
    await expectToFit(page)

    const frame = await predictCase(page, say)
    await expect(frame.getByText(say('inference', 'result.single', { label: 'visits' }))).toBeVisible()
    await predictDataset(page, say, { name: `${rows} 0`, count: 90, of: 'tabular', as: `Visits ${tongue} ${run}` })
    await leave()
  })

  test(`shows hazard ratios of a survival model, the curve of one case, and curves by group: ${tongue}`, async ({
    browser,
  }) => {
    const { page, leave } = await look(browser, tongue, 'cox')
    const ratios = page.getByRole('region', { name: say('model', 'coefficients.title.hazard') })
    await expect(ratios.getByRole('rowheader', { name: 'age' })).toBeVisible()
    await expect(page.getByRole('figure', { name: say('model', 'survival.title') })).toBeVisible()
    await expectToFit(page)
    const frame = await predictCase(page, say)
    await expect(frame.getByRole('figure', { name: say('inference', 'result.curve') })).toBeVisible()

    await page.goto(pages.get('kaplan-meier') ?? '')
    const groups = page.getByRole('region', { name: 'smokes', exact: true })
    await expect(groups.getByRole('figure')).toBeVisible()
    await expect(groups.getByRole('table', { name: say('run', 'curves.summary') }).getByRole('row')).toHaveCount(3)
    await expect(groups.getByText(pattern(say('run', 'curves.logRank')))).toBeVisible()
    await leave()
  })

  test(`shows which columns distinguish the clusters of a model without a label, and creates a training from described data: ${tongue}`, async ({
    browser,
  }) => {
    const { page, leave } = await look(browser, tongue, 'k-means')
    const profile = page.getByRole('table', { name: say('model', 'profile.map') })
    await expect(profile.getByRole('rowheader', { name: 'age' })).toBeVisible()
    await expectToFit(page)

    await page.goto(pages.get('describe') ?? '')
    await says(page, say('run', 'described.title'), say('run', 'described.rows', { rows: 450, count: 3 }))
    await page.getByRole('button', { name: say('task', 'create.from') }).click()
    await expect(page.getByRole('dialog', { name: say('task', 'create.from.title') })).toBeVisible()
    await page.keyboard.press('Escape')
    await leave()
  })
})

/**
 * Opens Alice's own browser on the page of the algorithm's result. The returned `leave` checks the last page and closes
 * the browser.
 */
async function look(browser: Browser, tongue: Tongue, kind: Kind) {
  const page = await logInAs(browser, alice.username, { tongue })
  const complaints = complaintsOf(page)
  await page.goto(pages.get(kind) ?? '')
  const leave = async () => {
    await expectToFit(page)
    expect(complaints).toEqual([])
    await page.context().close()
  }
  return { page, leave }
}

async function says(page: Page | FrameLocator, region: string, words: string) {
  await expect(page.getByRole('region', { name: region })).toContainText(words)
}
