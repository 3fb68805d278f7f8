import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { House } from '../../apps/edge/src/testing/house-provider.ts'
import { buildWorld, peopleCsv, type World } from '../../apps/edge/src/testing/world.ts'
import { DATASET } from '../../tools/demo-names.ts'
import { PARTIES, root } from '../../tools/places.ts'
import { complaintsOf, expectNoAxeFindings, fillLogin, frameOf, logInAs, settled } from '../person.ts'
import { pinsShown, showPin } from '../signing.ts'
import { textsIn } from '../words.ts'
import { member, places } from '../world.ts'

// Sessions at an edge: through the organisation's own identity provider without the platform, and for two parties in
// one browser.

test.describe('session at an edge whose platform is offline', () => {
  let world: World
  let house: House
  let edge = ''
  let datasetId = ''

  test.beforeAll(async () => {
    const port = await freePort()
    edge = `http://localhost:${port}`
    house = await new House().start(`${edge}${wire.SESSION_PAGE_PATH}`)
    const provider = house.options(`${edge}${wire.SESSION_PAGE_PATH}`)
    const pageDir = join(root, 'apps', 'web', 'dist-edge-pages')
    world = await buildWorld({ edgeUrl: edge, pageDir, provider })
    await world.app.listen({ port, host: 'localhost' })
    datasetId = (await world.dataSet(peopleCsv(40), 'Cardiology')).datasetId
    await world.fake.goAway()
    house.people.set('1', { preferred_username: 'nora', name: 'Nora', groups: ['cardiology'] })
    house.people.set('2', { preferred_username: 'otto', name: 'Otto', groups: ['kitchen'] })
  })
  test.afterAll(async () => {
    await world.close()
    await house.stop()
  })

  for (const tongue of ['en', 'cn'] as const) {
    const tag = tongue === 'en' ? [] : '@long'
    test(`opens sessions through the organisation’s identity provider, shows the rows, and refuses users without a permitted group: ${tongue}`, {
      tag,
    }, async ({ browser }) => {
      const say = textsIn(tongue)
      const context = await browser.newContext({ locale: tongue === 'en' ? 'en-GB' : 'zh-CN' })
      const page = await context.newPage()
      const complaints = complaintsOf(page)
      const enter = async (subject: string) => {
        house.atBrowser = subject
        await page.goto(`${edge}${wire.DATASET_PAGE_PATH}?id=${datasetId}#lang=${tongue}`)
        await page.getByRole('button', { name: say('signing', 'session.provider', { name: 'First Hospital' }) }).click()
      }
      await enter('1')
      // After the log-in, the browser is back on the requested page, with its content.
      await expect(page.getByRole('heading', { level: 1, name: 'Cardiology' })).toBeVisible()
      expect(new URL(page.url()).search).toBe(`?id=${datasetId}`)
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      await expectNoAxeFindings(page)
      await page.getByRole('button', { name: say('signing', 'session.end') }).click()
      await expect(page.getByRole('row')).toHaveCount(0)
      expect(complaints).toEqual([])

      // Another user of the organisation logs in with a fresh browser state.
      await context.clearCookies()
      await enter('2')
      await expect(page.getByRole('alert')).toContainText('First Hospital')
      await expect(page.getByRole('button', { name: say('signing', 'session.end') })).toHaveCount(0)
      await context.close()
    })
  }
})

test('shows each of two parties in one browser its own data, and reopens a party’s session without a PIN', async ({
  browser,
}) => {
  const say = textsIn('en')
  const [first, , third] = PARTIES
  const addressOf = async (party: (typeof PARTIES)[number]) => {
    const { records } = await (await member(party)).call(wire.ListMyDatasets, { name: DATASET })
    const id = records.find(({ name }) => name === DATASET)?.id ?? ''
    return `/data-detail?${new URLSearchParams({ id, partyId: party.id })}`
  }
  const [firsts, thirds] = [await addressOf(first), await addressOf(third)]
  const page = await logInAs(browser, first.username, { tongue: 'en' })
  const pins = pinsShown(page)
  const rows = frameOf(page).getByRole('row')
  const turnInto = async ({ username, id }: (typeof PARTIES)[number]) => {
    await page.getByRole('button', { name: new RegExp(say('app', 'accountMenu', { name: '.*' })) }).click()
    await page.getByRole('menuitem', { name: say('app', 'logout') }).click()
    await expect(page).toHaveURL(/\/login/)
    await fillLogin(page, username, undefined, 'en')
    // When the user changes the party, the console reloads its page with a policy that names that party's edge.
    const edge = places.edgeUrl(PARTIES.findIndex((party) => party.id === id))
    const policy = page.locator('meta[http-equiv="Content-Security-Policy"]')
    await expect(policy).toHaveAttribute('content', new RegExp(`frame-src ${edge}`))
    await settled(page)
  }

  await page.goto(firsts)
  await showPin(page, say)
  await expect(rows.nth(3)).toBeVisible()
  await turnInto(third)
  // The page shows no rows of the other party, although this browser has an open session at that party's edge.
  await page.goto(firsts)
  await expect(page.getByRole('heading', { level: 1, name: DATASET })).toBeVisible()
  await settled(page)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goto(thirds)
  await showPin(page, say)
  await expect(rows.nth(3)).toBeVisible()
  expect(pins).toEqual([wire.OpenEdgeSession.path, wire.OpenEdgeSession.path])
  await turnInto(first)
  await page.goto(firsts)
  await expect(rows.nth(3)).toBeVisible()
  expect(pins).toHaveLength(2)
  await page.context().close()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
