import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, expectToFit, logInAs } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { textsIn } from '../words.ts'

// The complete journey of a graph: three parties upload graphs and train a model, which classifies the nodes of a typed
// graph and of a dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const referrals = `Referrals ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('graph', referrals)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = textsIn(tongue)

  test(`predicts the classes of a graph’s nodes, and draws a dataset’s graph with the predictions: ${tongue}`, {
    annotation: [
      { type: 'spec', description: 'screens.inference-input-graph' },
      { type: 'spec', description: 'screens.inference-result-graph' },
    ],
  }, async ({ browser }) => {
    const page = await logInAs(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    await expectToFit(page)

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
    await expectToFit(page)

    await predictDataset(page, say, { name: referrals, count: 90, of: 'graph', as: `Graph ${tongue} ${run}` })
    const drawing = frame.getByRole('region', { name: say('inference', 'graph.title') })
    await expect(drawing).toBeVisible()
    await expectToFit(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
