import { expect, type Page, test } from '@playwright/test'
import { ROUTES } from '../../apps/web/src/lib/paths.ts'
import { arrive, comeIn, faultlessInBothThemes, settled } from '../person.ts'
import { BESIDE, OPEN, PAGES, pagesOfThings } from '../routes.ts'

test('axe finds nothing moderate or worse on any page, in either theme', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(900_000)
  const stranger = await arrive(browser, { tongue: 'en' })
  const seen = await walk(stranger, OPEN)
  await stranger.context().close()
  const alice = await comeIn(browser, 'alice', { tongue: 'en' })
  const things = await pagesOfThings()
  seen.push(...(await walk(alice, [...PAGES, ...BESIDE, ...things])))
  await alice.context().close()
  // Whoever has a party is led home from there.
  expect(Object.values(ROUTES).filter((route) => !seen.includes(route))).toEqual([ROUTES.select])
})

/** Looks at each page, and again at what another theme can change; answers where it stood. */
async function walk(page: Page, routes: string[]): Promise<string[]> {
  const seen: string[] = []
  for (const route of routes) {
    await page.goto(route)
    await settled(page)
    seen.push(new URL(page.url()).pathname)
    await faultlessInBothThemes(page)
  }
  return seen
}
