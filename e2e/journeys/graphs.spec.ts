import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, fits } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { speak } from '../words.ts'

// The complete journey of a graph: uploaded by three parties, trained together, predicted by hand and for a dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const referrals = `Referrals ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('graph', referrals)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = speak(tongue)

  test(`predicts the classes of a graph’s nodes, and draws a dataset with them: ${tongue}`, {
    annotation: [
      { type: 'spec', description: 'screens.inference-input-graph' },
      { type: 'spec', description: 'screens.inference-result-graph' },
    ],
  }, async ({ browser }) => {
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    await fits(page)

    const frame = await openAsking(page, say)
    const predict = frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
    await predict.click()
    await expect(frame.getByText(say('inference', 'graph.needed'))).toBeVisible()
    const graph = frame.getByLabel(say('inference', 'graph.label'), { exact: true })
    await graph.fill('{"nodes": [{"id": "a", "beds": 90}], "edges": [["a", "b"]]}')
    await expect(frame.getByText(say('inference', 'graph.edge', { end: 'b' }))).toBeVisible()
    await frame.getByRole('button', { name: say('inference', 'graph.example') }).click()
    await expect(frame.getByText(say('inference', 'graph.read', { nodes: '2', edges: '1' }))).toBeVisible()
    await predict.click()
    const answer = frame.getByRole('region', { name: say('inference', 'result.title') })
    await expect(answer.getByRole('row').nth(1)).toContainText(/clinic|hospital|surgery/)
    await fits(page)

    await predictDataset(page, say, { name: referrals, count: 90, of: 'graph', as: `Graph ${tongue} ${run}` })
    const drawing = frame.getByRole('region', { name: say('inference', 'graph.title') })
    await expect(drawing).toBeVisible()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
