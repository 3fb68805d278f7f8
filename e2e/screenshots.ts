/**
 * Takes screenshots of every page of a demo, in both languages, on a large screen (light and dark) and a phone, and
 * makes contact sheets of them. Run `E2E_PICTURES=<folder> playwright test -c screenshots.config.ts` in `e2e`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import sharp from 'sharp'
import { PARTIES } from '../tools/places.ts'
import { arrive, logInAs, settled, type Tongue } from './person.ts'
import { BESIDE, OPEN, PAGES, pagesOfThings } from './routes.ts'
import { member, places } from './world.ts'

const LOOKS = [
  { name: 'screen', width: 1440, height: 900, theme: 'light' },
  { name: 'dark', width: 1440, height: 900, theme: 'dark' },
  { name: 'phone', width: 390, height: 844, theme: 'light' },
] as const
type Look = (typeof LOOKS)[number]

/** Maximum height of a screenshot, as a multiple of the window's height. */
const MAX_WINDOW_HEIGHTS = 2.5
/** Number of columns and size of a cell in a contact sheet. */
const [COLUMNS, CELL] = [4, { width: 720, height: 900 }]

const folder = process.env.E2E_PICTURES ?? ''
for (const tongue of ['cn', 'en'] as const) {
  for (const look of LOOKS) {
    test(`${tongue}, ${look.name}`, async ({ browser }) => {
      mkdirSync(folder, { recursive: true })
      await sheets(await walk(browser, tongue, look), `${tongue}-${look.name}`)
    })
  }
}

async function walk(browser: Browser, tongue: Tongue, look: Look): Promise<string[]> {
  const looks = { tongue, viewport: { width: look.width, height: look.height } }
  const shots: string[] = []
  const shoot = async (page: Page, routes: string[]) => {
    await page.evaluate(`localStorage.setItem('theme', '${look.theme}')`)
    for (const route of routes) {
      await page.goto(route)
      await settled(page).catch(() => console.log(`${tongue}, ${look.name}: ${route} does not come to rest`))
      shots.push(await shot(page, `${tongue}-${look.name}-${shots.length}-${route}`, look))
    }
  }
  const stranger = await arrive(browser, looks)
  await shoot(stranger, OPEN)
  await stranger.context().close()
  const alice = await logInAs(browser, 'alice', looks)
  await shoot(alice, [...PAGES, ...BESIDE, ...(await pagesOfThings()), ...(await pagesOfEdge(tongue))])
  await alice.context().close()
  return shots
}

/** Returns the pages that an edge serves to a signer. */
async function pagesOfEdge(tongue: Tongue): Promise<string[]> {
  const { token } = await (await member(PARTIES[0])).call(wire.GetEdgeToken, { partyId: PARTIES[0].id })
  return [wire.MEMBERS_PAGE_PATH, wire.REMOVED_PAGE_PATH].map(
    (path) => `${places.edgeUrl(0)}${path}#${new URLSearchParams({ token, lang: tongue })}`,
  )
}

async function shot(page: Page, name: string, { width, height }: Look): Promise<string> {
  const path = join(folder, `${name.replace(/[^\w-]+/g, '_').slice(0, 80)}.png`)
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  const clip = { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), height * MAX_WINDOW_HEIGHTS) }
  await page.screenshot({ path, fullPage: true, clip })
  return path
}

async function sheets(shots: string[], name: string) {
  const each = COLUMNS * 2
  for (let from = 0; from < shots.length; from += each) {
    const cells = await Promise.all(
      shots.slice(from, from + each).map(async (path, index) => ({
        input: await sharp(path)
          .resize({ ...CELL, fit: 'inside' })
          .toBuffer(),
        left: (index % COLUMNS) * CELL.width,
        top: Math.floor(index / COLUMNS) * CELL.height,
      })),
    )
    const paper = { width: CELL.width * COLUMNS, height: CELL.height * 2, channels: 3, background: '#888' } as const
    await sharp({ create: paper })
      .composite(cells)
      .png()
      .toFile(join(folder, `sheet-${name}-${from / each}.png`))
  }
}
