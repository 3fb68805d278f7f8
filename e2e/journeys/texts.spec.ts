import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, expectToFit, logInAs } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo, trainTogether, uploadAll } from '../trained.ts'
import { textsIn } from '../words.ts'

// The complete journey of texts, with one class or several labels per text: three parties upload texts and train a
// model, which predicts single texts and a dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const texts = `Reviews ${run}`
const folder = mkdtempSync(join(tmpdir(), 'tessera-texts-'))
const topics = `Topics ${run}`
let modelPage = ''
let labels: Awaited<ReturnType<typeof trainTogether>>

/** Phrases of synthetic reviews, with the topics of each. */
const PHRASES = [
  ['room', '房间很干净', 'a spotless room'],
  ['staff', '服务热情周到', 'friendly staff'],
  ['noise', '太吵睡不着', 'far too loud'],
] as const

function topicsOf(place: number): string {
  const lines = Array.from({ length: 56 + 8 * place }, (_one, at) => {
    const about = PHRASES.filter((_topic, bit) => (at >> bit) % 2 === 1)
    const phrases = about.map((topic) => topic[1 + ((at >> 3) % 2)])
    return `"${[...phrases, 'two nights in May'].join(', ')}",${about.map(([topic]) => topic).join('|') || '|'}`
  })
  return ['text,labels', ...lines].join('\n')
}

function fileOf(place: number): string {
  const file = join(folder, `${place}.csv`)
  writeFileSync(file, topicsOf(place))
  return file
}

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('texts', texts)
  labels = await trainTogether({
    name: `Topics ${run}`,
    algorithmId: 'text-classes',
    parameters: { max_iter: 1 },
    columnSelection: { columns: ['text'], label: 'labels' },
    datasets: await uploadAll(topics, fileOf),
  })
})

test.afterAll(() => rmSync(folder, { recursive: true }))

atLengthInBothLanguages('en', (tongue) => {
  const say = textsIn(tongue)

  test(`predicts the class of a text and marks the supporting words, for a single text and for a dataset: ${tongue}`, {
    annotation: [
      { type: 'spec', description: 'screens.inference-result-texts' },
      { type: 'spec', description: 'screens.multilabel-data' },
    ],
  }, async ({ browser }) => {
    const page = await logInAs(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    await expectToFit(page)

    const edgeFrame = await openAsking(page, say)
    const predict = edgeFrame.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
    await predict.click()
    await expect(edgeFrame.getByText(say('inference', 'text.needed'))).toBeVisible()
    await edgeFrame
      .getByLabel(say('inference', 'text.label'), { exact: true })
      .fill('The edgeFrame was dirty. 服务态度差！')
    await predict.click()
    const answer = edgeFrame.getByRole('region', { name: say('inference', 'result.title') })
    await expect(answer.getByText('blame', { exact: true }).first()).toBeVisible()
    const why = edgeFrame.getByRole('region', { name: say('inference', 'why.title') })
    await expect(why.getByText('dirty. ', { exact: true }).first()).toBeVisible()
    const [strongest] = await why.getByRole('listitem').allTextContents()
    expect(strongest).toContain(say('inference', 'why.for', { class: 'blame', against: 'praise' }))
    await expectToFit(page)

    await predictDataset(page, say, { name: texts, count: 80, of: 'nlp', as: `Text ${tongue} ${run}` })
    const rows = edgeFrame.getByRole('region', {
      name: say('inference', 'rows.title', { rows: say('rows', 'many.text') }),
    })
    // Wrong predictions come first, each with the prediction beside the true class.
    await expect(rows.getByRole('row').nth(1)).toContainText(/praise\s?blame|blame\s?praise/)

    const matrix = edgeFrame.getByRole('region', { name: say('inference', 'summary.confusion') })
    const all = rows.getByRole('button', {
      name: say('inference', 'rows.cell.all', { rows: say('rows', 'many.text') }),
    })
    await matrix.getByRole('button', { pressed: false }).first().press('Enter')
    await expect(all).toBeVisible()
    await expect(rows.getByRole('heading')).toBeFocused()
    // The console's address does not reveal which rows the frame shows.
    expect(page.url()).not.toContain('truth')
    expect(page.frames().some((frame) => /truth=0&predicted=0|predicted=0&truth=0/.test(frame.url()))).toBe(true)
    await expect(rows.getByRole('row').nth(1)).toContainText('blame')
    await expect(matrix.getByRole('button', { pressed: true })).toHaveCount(1)
    await expectToFit(page)
    await all.click()
    await expect(all).toBeHidden()
    await expectToFit(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test(`predicts all labels of a text, or none, for a single text and for a dataset: ${tongue}`, {
    annotation: [
      { type: 'spec', description: 'screens.inference-result-texts' },
      { type: 'spec', description: 'screens.multilabel-data' },
    ],
  }, async ({ browser }) => {
    const page = await logInAs(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(`/mytask/mytaskDetail?id=${labels.taskId}`)
    await expectToFit(page)

    await page.goto(`/modal/modalDetail?id=${labels.modelId}`)
    await expectToFit(page)
    const edgeFrame = await openAsking(page, say)
    const text = edgeFrame.getByLabel(say('inference', 'text.label'), { exact: true })
    const predict = edgeFrame.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
    const answer = edgeFrame.getByRole('region', { name: say('inference', 'result.title') })
    await text.fill('房间很干净, far too loud')
    await predict.click()
    await expect(
      answer.getByText('room, noise', { exact: true }).or(answer.getByText('noise, room', { exact: true })),
    ).toBeVisible()
    await expect(answer.getByText(say('inference', 'result.labels.note'))).toBeVisible()
    await expectToFit(page)
    await text.fill('two nights in May')
    await predict.click()
    await expect(answer.getByText(say('inference', 'result.labels.none'), { exact: true })).toBeVisible()

    await predictDataset(page, say, { name: `${topics} 0`, count: 56, of: 'nlp', as: `Topics ${tongue} ${run}` })
    const found = edgeFrame.getByRole('region', { name: say('inference', 'summary.entities') })
    await expect(found.getByRole('row', { name: /^staff/ })).toContainText('%')
    await expect(edgeFrame.getByText(say('inference', 'rows.order.labels'))).toBeVisible()
    await expectToFit(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
