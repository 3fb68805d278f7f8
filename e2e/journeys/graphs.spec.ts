import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, fits } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking, predictDataset, trainKindOfDemo } from '../trained.ts'
import { speak } from '../words.ts'

// A graph goes the whole way: uploaded by three parties, trained together, used by hand and on a whole dataset.
const [alice] = PARTIES
const run = Date.now().toString(36)
const referrals = `Referrals ${run}`
let modelPage = ''

test.beforeAll(async () => {
  modelPage = await trainKindOfDemo('graph', referrals)
})

atLengthInBothLanguages('en', (tongue) => {
  const say = speak(tongue)

  test(`the nodes of a graph are told their classes, and a dataset is drawn with them: ${tongue}`, async ({
    browser,
  }) => {
    const page = await comeIn(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.goto(modelPage)
    await fits(page)

    const room = await openAsking(page, say)
    const predict = room.getByRole('button', { name: say('inference', 'form.submit'), exact: true })
    await predict.click()
    await expect(room.getByText(say('inference', 'graph.needed'))).toBeVisible()
    const graph = room.getByLabel(say('inference', 'graph.label'), { exact: true })
    await graph.fill('{"nodes": [{"id": "a", "beds": 90}], "edges": [["a", "b"]]}')
    await expect(room.getByText(say('inference', 'graph.edge', { end: 'b' }))).toBeVisible()
    await room.getByRole('button', { name: say('inference', 'graph.example') }).click()
    await expect(room.getByText(say('inference', 'graph.read', { nodes: '2', edges: '1' }))).toBeVisible()
    await predict.click()
    const answer = room.getByRole('region', { name: say('inference', 'result.title') })
    await expect(answer.getByRole('row').nth(1)).toContainText(/clinic|hospital|surgery/)
    await fits(page)

    await predictDataset(page, say, { name: referrals, count: 90, of: 'graph', as: `Graph ${tongue} ${run}` })
    const drawing = room.getByRole('region', { name: say('inference', 'graph.title') })
    await expect(drawing).toBeVisible()
    await fits(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
