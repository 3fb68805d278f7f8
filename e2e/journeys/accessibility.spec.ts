import { expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { ROUTES } from '../../apps/web/src/lib/paths.ts'
import { TASK } from '../../tools/demo-names.ts'
import { PARTIES } from '../../tools/places.ts'
import { limit } from '../../tools/testing/limits.ts'
import { arrive, expectNoAxeFindingsInBothThemes, logInAs, settled } from '../person.ts'
import { BESIDE, OPEN, PAGES, pagesOfThings } from '../routes.ts'
import { goIn } from '../signing.ts'
import { textsIn } from '../words.ts'
import { member, places } from '../world.ts'

test('has no axe finding of moderate or higher impact on any page of the console, in either theme', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(limit(900_000))
  const stranger = await arrive(browser, { tongue: 'en' })
  const seen = await walk(stranger, OPEN)
  await stranger.context().close()
  const alice = await logInAs(browser, 'alice', { tongue: 'en' })
  const things = await pagesOfThings()
  seen.push(...(await walk(alice, [...PAGES, ...BESIDE, ...things])))
  await alice.context().close()
  // The console redirects a member of a party from this route to the home page.
  expect(Object.values(ROUTES).filter((route) => !seen.includes(route))).toEqual([ROUTES.select])
})

test('has no axe finding of moderate or higher impact on any edge page with an open session, in either theme', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(limit(600_000))
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  const alice = await member(PARTIES[0])
  const { token } = await alice.call(wire.GetEdgeToken, { partyId: PARTIES[0].id })
  const { records } = await alice.call(wire.ListMyTasks, { pageNo: 1, type: 'TRAIN', name: TASK })
  const [task] = records.filter(({ name }) => name === TASK)
  const [datasets, models] = await Promise.all([
    alice.call(wire.ListMyDatasets, {}),
    alice.call(wire.ListMyModels, { name: TASK }),
  ])
  const queries: Partial<Record<string, string>> = {
    [wire.DATASET_PAGE_PATH]: `?id=${datasets.records[0]?.id}`,
    [wire.ASK_PAGE_PATH]: `?id=${models.records[0]?.id}`,
  }
  const goTo = (path: string) =>
    page.goto(
      `${places.edgeUrl(0)}${path}${queries[path] ?? ''}#${new URLSearchParams({ task: task?.id ?? '', token, lang: 'en' })}`,
    )
  await goTo(wire.SESSION_PAGE_PATH)
  await goIn(page, textsIn('en'), PARTIES[0].username)
  for (const path of wire.EDGE_PAGE_PATHS) {
    await goTo(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoAxeFindingsInBothThemes(page)
  }
  await page.context().close()
})

/** Runs axe on each page in both themes. Returns the route at which each page ended after redirects. */
async function walk(page: Page, routes: string[]): Promise<string[]> {
  const seen: string[] = []
  for (const route of routes) {
    await page.goto(route)
    await settled(page)
    seen.push(new URL(page.url()).pathname)
    await expectNoAxeFindingsInBothThemes(page)
  }
  return seen
}
