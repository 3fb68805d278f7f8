import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, settled } from '../person.ts'
import { speak } from '../words.ts'
import { member, places } from '../world.ts'

const say = speak('cn')

for (const piece of ['error-texts', 'Toasts', 'Frame', 'TaskPoolPage']) {
  test(`a piece of the console that is lost on its way is asked for again by itself: ${piece}`, async ({ browser }) => {
    const page = await comeIn(browser, 'alice')
    await settled(page)
    let asked = 0
    await page.route(`**/assets/${piece}-*.js`, async (route) => {
      asked += 1
      if (asked === 1) await route.abort()
      else await route.continue()
    })
    await page.goto('/task')
    await expect(page.getByRole('heading', { name: say('task', 'pool.title'), exact: true })).toBeVisible()
    expect(asked).toBeGreaterThan(1)
    await page.context().close()
  })
}

test('a page of the edge whose code does not come says so in the reader’s language', async ({ browser }) => {
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

test('a piece that never comes is said, with a button to ask for it again', async ({ browser }) => {
  const page = await comeIn(browser, 'alice')
  await settled(page)
  await page.route('**/assets/Toasts-*.js', (route) => route.abort())
  await page.goto('/task')
  await expect(page.getByText(say('app', 'crashedReason'))).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: say('app', 'reload') }).click()
  await expect(page.getByRole('heading', { name: say('task', 'pool.title'), exact: true })).toBeVisible()
  await page.context().close()
})
