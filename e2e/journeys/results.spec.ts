import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, settled } from '../person.ts'
import { trainTogether } from '../trained.ts'
import { speak } from '../words.ts'

const [alice] = PARTIES
const run = Date.now().toString(36)
const folder = mkdtempSync(join(tmpdir(), 'tessera-results-'))
const KINDS = {
  'additive-model': { columns: ['age', 'dose', 'smokes'], label: 'ill' },
  'random-forest': { columns: ['age', 'dose', 'smokes'], label: 'ill' },
  cox: { columns: ['age', 'smokes'], label: 'died', time: 'days' },
}
type Kind = keyof typeof KINDS
const models = new Map<Kind, string>()

/** A file of patients of one hospital: who is older, or has too little or too much of a dose, is ill more often and dies sooner. */
function patientsOf(place: number): string {
  const lines = Array.from({ length: 90 + 60 * place }, (_one, at) => {
    const [age, dose, smokes] = [25 + 5 * place + ((at * 7) % 50), ((at * 13) % 100) / 10, at % 3 === 0]
    const risk = (age - 50) / 15 + (dose - 5) ** 2 / 8 - 1 + (smokes ? 0.8 : 0) + (((at * 31) % 17) - 8) / 6
    const days = Math.max(1, Math.round(400 * Math.exp(-risk / 3) * (0.5 + ((at * 19) % 11) / 11)))
    return [age, dose, smokes ? 'yes' : 'no', risk > 0 ? 'ill' : 'well', days, at % 4 === 0 ? 0 : 1].join(',')
  })
  const file = join(folder, `${place}.csv`)
  writeFileSync(file, ['age,dose,smokes,ill,days,died', ...lines].join('\n'))
  return file
}

test.beforeAll(async () => {
  test.setTimeout(400_000)
  for (const [algorithmId, columnSelection] of Object.entries(KINDS) as [Kind, (typeof KINDS)[Kind]][]) {
    const name = `${algorithmId} ${run}`.slice(0, 20)
    const { modelId } = await trainTogether({ name, algorithmId, columnSelection, fileOf: patientsOf })
    models.set(algorithmId, modelId)
  }
})

test.afterAll(() => rmSync(folder, { recursive: true }))

async function fits(page: Page) {
  await settled(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const tongue of ['en', 'cn'] as const) {
  test(`an additive model shows a curve a column, says why, and what is beyond its rows: ${tongue}`, async ({
    browser,
  }) => {
    const say = speak(tongue)
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(`/modal/modalDetail?id=${models.get('additive-model')}`)
    const panel = page.getByRole('region', { name: say('model', 'curves.title') })
    const dose = panel.getByRole('figure', { name: say('model', 'curves.chart', { column: 'dose' }) })
    await dose.getByRole('button').click()
    const effects = await dose.getByRole('row').getByRole('cell').allTextContents()
    const [first, middle, last] = [0, 0.5, 1].map((share) => {
      const heights = effects.filter((_text, at) => at % 2 === 0).map(Number)
      return heights[Math.round(share * (heights.length - 1))] ?? Number.NaN
    }) as [number, number, number]
    // Whoever has too little or too much of it is ill: no straight line says that.
    expect(Math.sign(first - middle)).toBe(Math.sign(last - middle))
    await fits(page)

    await page.getByRole('button', { name: say('model', 'action.use') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('inference', 'create.name'), { exact: true }).fill(`Case ${tongue} ${run}`)
    await dialog.getByLabel(say('inference', 'create.description')).fill('One case')
    await dialog.getByRole('button', { name: say('inference', 'create.submit') }).click()
    await expect(page.getByLabel('age', { exact: true })).not.toHaveValue('')
    await page.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    const why = page.getByRole('region', { name: say('inference', 'why.title') })
    await expect(why).toContainText(say('inference', 'why.method.additive'))
    await page.getByLabel('age', { exact: true }).fill('99999')
    await page.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    await expect(page.getByText(say('inference', 'outside.title')).first()).toBeVisible()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test(`a forest shows what it goes by and a tree, Cox regression its hazard ratios and curve: ${tongue}`, async ({
    browser,
  }) => {
    const say = speak(tongue)
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(`/modal/modalDetail?id=${models.get('random-forest')}`)
    const importance = page.getByRole('table', { name: say('model', 'trees.importance') })
    await expect(importance.getByRole('row')).toHaveCount(4)
    await expect(page.getByRole('region', { name: say('model', 'trees.drawn') }).getByRole('listitem')).not.toHaveCount(
      0,
    )
    await expect(page.getByRole('region', { name: say('model', 'curves.title.effects') })).toBeVisible()
    await fits(page)

    await page.goto(`/modal/modalDetail?id=${models.get('cox')}`)
    const ratios = page.getByRole('region', { name: say('model', 'coefficients.title.hazard') })
    await expect(ratios.getByRole('rowheader', { name: 'age' })).toBeVisible()
    await expect(page.getByRole('figure', { name: say('model', 'survival.title') })).toBeVisible()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}
