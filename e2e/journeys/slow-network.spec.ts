import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { PARTIES } from '../../tools/places.ts'
import { logInAs, settled } from '../person.ts'
import { textsIn } from '../words.ts'
import { member, places } from '../world.ts'

const say = textsIn('cn')

for (const piece of ['error-phrases', 'Toasts', 'Frame', 'TaskPoolPage']) {
  test(`requests a chunk of the console again automatically if it does not load: ${piece}`, async ({ browser }) => {
    const page = await logInAs(browser, 'alice')
    await settled(page)
    let requests = 0
    await page.route(`**/assets/${piece}-*.js`, async (route) => {
      requests += 1
      if (requests === 1) await route.abort()
      else await route.continue()
    })
    await page.goto('/task')
    await expect(page.getByRole('heading', { name: say('task', 'pool.title'), exact: true })).toBeVisible()
    expect(requests).toBeGreaterThan(1)
    await page.context().close()
  })
}

test('reports in the user’s language if the code of an edge page does not load', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { token } = await (await member(PARTIES[0])).call(wire.GetEdgeToken, { partyId: PARTIES[0].id })
  let isLost = true
  await page.route(`${places.edgeUrl(0)}/**/UploadPage-*.js`, (route) => (isLost ? route.abort() : route.continue()))
  await page.goto(`${places.edgeUrl(0)}${wire.UPLOAD_PAGE_PATH}#${new URLSearchParams({ token, lang: 'cn' })}`)
  await expect(page.getByText(say('app', 'crashedReason'))).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: say('app', 'reload') }).click()
  await expect(page.getByText(say('app', 'crashedReason'))).toHaveCount(0)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await context.close()
})

test('reports a chunk that never loads, with a button to request it again', async ({ browser }) => {
  const page = await logInAs(browser, 'alice')
  await settled(page)
  await page.route('**/assets/Toasts-*.js', (route) => route.abort())
  await page.goto('/task')
  await expect(page.getByText(say('app', 'crashedReason'))).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: say('app', 'reload') }).click()
  await expect(page.getByRole('heading', { name: say('task', 'pool.title'), exact: true })).toBeVisible()
  await page.context().close()
})
