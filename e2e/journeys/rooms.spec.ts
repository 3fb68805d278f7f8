import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { DATASET } from '../../tools/demo-names.ts'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, complaintsOf, roomOf, settled, tabTo } from '../person.ts'
import { confirmNames, goIn, pinsShown, showPin, typePin, untilClosed } from '../signing.ts'
import { speak } from '../words.ts'
import { member, places, plannedUpToNames } from '../world.ts'

// The edge shows rows in a frame of the console. The platform's own script, whatever it does, sees none of them.
const say = speak('en')
const edge = places.edgeUrl(0)
let datasetId = ''
let page: Page

test.beforeAll(async ({ browser }) => {
  const alice = await member(PARTIES[0])
  const { records } = await alice.call(wire.ListMyDatasets, { name: DATASET })
  datasetId = records.find(({ name }) => name === DATASET)?.id ?? ''
  page = await comeIn(browser, 'alice', { tongue: 'en' })
  await page.goto(`/data-detail?id=${datasetId}&partyId=${PARTIES[0].id}`)
  await showPin(page, say)
})
test.afterAll(() => page.context().close())

const open = async () => {
  await page.goto(`/data-detail?id=${datasetId}&partyId=${PARTIES[0].id}`)
  await expect(roomOf(page).getByRole('row').nth(3)).toBeVisible()
  await settled(page)
}

test('looks as the console does, in its language and its theme, and is walked through by keyboard', async () => {
  const complaints = complaintsOf(page)
  await open()
  const room = roomOf(page)
  await page.getByRole('button', { name: '中文' }).click()
  await expect(room.getByRole('heading', { name: speak('cn')('rooms', 'dataset.content.tabular') })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(room.getByRole('heading', { name: say('rooms', 'dataset.content.tabular') })).toBeVisible()
  await page.getByRole('button', { name: say('ui', 'darkTheme') }).click()
  await expect(room.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: say('ui', 'lightTheme') }).click()

  await tabTo(page, page.getByRole('button', { name: say('dataset', 'detail.createTask') }))
  await page.keyboard.press('Tab')
  await expect(room.getByRole('button', { name: say('signing', 'session.end') })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(room.getByRole('combobox').first()).toBeFocused()
  const profile = room.getByRole('button', { name: /^Profile of column mean radius/ })
  await profile.focus()
  await page.keyboard.press('Enter')
  await expect(room.getByRole('dialog')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(room.getByRole('dialog')).toBeHidden()
  await expect(profile).toBeFocused()
  await room.getByRole('combobox').last().focus()
  await page.keyboard.press('Tab')
  await expect(room.locator(':focus')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('shows the platform’s own script nothing, and takes nothing from it but who is looking and how', async () => {
  await open()
  const room = roomOf(page)
  const value = (await room.getByRole('row').nth(1).getByRole('cell').nth(3).textContent()) ?? ''
  expect(value).toMatch(/\d/)
  await page.evaluate(`(() => {
    window.heard = []
    addEventListener('message', ({ data }) => window.heard.push(JSON.stringify(data)))
    const room = document.querySelector('.t-room iframe').contentWindow
    for (const data of ['rows', { say: 'rows' }, { say: 'looks', language: 'en', theme: 'dark', rows: true }]) {
      room.postMessage(data, '*')
    }
    // What came before it is heard before it.
    room.postMessage({ say: 'looks', language: 'cn', theme: 'light' }, '*')
  })()`)
  await expect(room.getByRole('heading', { name: speak('cn')('rooms', 'dataset.content.tabular') })).toBeVisible()
  await expect(room.locator('html')).toHaveAttribute('data-theme', 'light')
  const tried = await page.evaluate<Record<string, string>>(`(() => {
    const frame = document.querySelector('.t-room iframe')
    const attempt = (act) => { try { return String(act()) } catch (error) { return error.name } }
    return {
      document: attempt(() => frame.contentDocument),
      window: attempt(() => frame.contentWindow.document),
      storage: attempt(() => frame.contentWindow.sessionStorage),
      history: attempt(() => frame.contentWindow.history),
      script: attempt(() => frame.contentWindow.eval('1')),
    }
  })()`)
  expect(tried).toEqual({
    ...{ document: 'null', window: 'SecurityError', storage: 'SecurityError' },
    ...{ history: 'SecurityError', script: 'SecurityError' },
  })
  const heard = await page.evaluate<string[]>('window.heard')
  expect(heard.filter((text) => !/^\{"say":"height","pixels":\d+\}$/.test(text))).toEqual([])
  expect(await page.content()).not.toContain(value)
})

test('gives nothing to a page that asks past the frame: fetched, cached, measured, by a worker or a socket', async () => {
  await open()
  const alice = await member(PARTIES[0])
  const { tableName } = await alice.call(wire.GetDataset, { datasetId })
  const { token } = await alice.call(wire.GetEdgeToken, { partyId: PARTIES[0].id }, 'platform')
  const rows = `${edge}${wire.DEFAULT_PREFIX}${wire.ListRows.path}?${new URLSearchParams({ tableName })}`
  const tried = await page.evaluate<Record<string, unknown>>(`(async () => {
    const attempt = async (act) => { try { return await act() } catch (error) { return error.name } }
    const socket = new Promise((resolve) => {
      const asked = new WebSocket(${JSON.stringify(edge.replace('http', 'ws'))})
      Object.assign(asked, { onopen: () => resolve('open'), onerror: () => resolve('refused') })
    })
    const measured = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(${JSON.stringify(edge)}))
    return {
      token: await attempt(async () => {
        const answer = await fetch(${JSON.stringify(rows)}, { headers: ${JSON.stringify({ [wire.HEADERS.token]: token })} })
        return (await answer.json()).error
      }),
      opaque: await attempt(async () => {
        const answer = await fetch(${JSON.stringify(rows)}, { mode: 'no-cors', credentials: 'include' })
        return [answer.type, answer.status, await answer.text()]
      }),
      cached: await attempt(async () => (await (await caches.open('x')).add(${JSON.stringify(rows)})) ?? 'kept'),
      worker: await attempt(async () => String(await navigator.serviceWorker.register(${JSON.stringify(`${edge}/sw.js`)}))),
      socket: await socket,
      sizes: [...new Set(measured.flatMap(({ transferSize, encodedBodySize, decodedBodySize }) => [transferSize, encodedBodySize, decodedBodySize]))],
      wasMeasured: measured.length > 0,
      framesInside: document.querySelector('.t-room iframe').contentWindow.length,
    }
  })()`)
  expect(tried).toEqual({
    ...{ token: 'edge.session-required', opaque: ['opaque', 0, ''], cached: 'TypeError', worker: 'SecurityError' },
    ...{ socket: 'refused', sizes: [0], wasMeasured: true, framesInside: 0 },
  })
})

test('lets nothing be dragged out of it: a page can lay it, unseen, over something to be dragged', async () => {
  await open()
  const cell = roomOf(page).getByRole('row').nth(1).getByRole('cell').nth(3)
  await cell.scrollIntoViewIfNeeded()
  await page.evaluate(`(() => {
    window.dropped = null
    const lure = document.createElement('div')
    lure.id = 'lure'
    lure.style.cssText = 'position:fixed;left:0;top:0;width:200px;height:200px;z-index:9999;background:gold'
    lure.ondragover = (event) => event.preventDefault()
    lure.ondrop = (event) => { event.preventDefault(); window.dropped = event.dataTransfer.getData('text/plain') }
    // It can be dragged from the console's own page: the lure takes what comes.
    const own = Object.assign(document.createElement('p'), { id: 'own', draggable: true, textContent: 'own' })
    own.style.cssText = 'position:fixed;left:300px;top:0;z-index:9999;background:gold'
    own.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'own')
    document.body.append(lure, own)
  })()`)
  const drag = async (from: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await from.boundingBox()) ?? {}
    const [left, top] = [x + width / 2, y + height / 2]
    await page.mouse.move(left, top)
    await page.mouse.down()
    await page.mouse.move(left - 10, top - 5, { steps: 4 })
    await page.mouse.move(100, 100, { steps: 12 })
    await page.mouse.up()
    return page.evaluate('window.dropped')
  }
  await cell.click({ clickCount: 3 })
  expect(await drag(cell)).toBeNull()
  expect(await drag(page.locator('#own'))).toBe('own')
})

test('shows rows once the PIN was typed in a window of the edge’s own, and not before; the console can open none for itself', async ({
  browser,
}) => {
  const other = await comeIn(browser, 'alice', { tongue: 'en' })
  const complaints = complaintsOf(other)
  const asked: string[] = []
  other.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
  await other.goto(`/data-detail?id=${datasetId}&partyId=${PARTIES[0].id}`)
  const room = roomOf(other)
  await expect(room.getByRole('button', { name: say('rooms', 'outside.open') })).toBeVisible()
  await expect(room.getByRole('table')).toHaveCount(0)
  expect(asked.filter((path) => [wire.ListRows.path, wire.GetHeldDataset.path].includes(path))).toEqual([])

  // The console's script opens the page itself, with a window of its own around it: it is not asked for a proof.
  const arrival = other.context().waitForEvent('page')
  await other.evaluate(`window.heard = []; addEventListener('message', ({ data }) => window.heard.push(data))
    window.own = window.open('${edge}${wire.SESSION_PAGE_PATH}#for=frame&lang=en')`)
  const lured = await arrival
  await lured.getByLabel(say('signing', 'session.username')).fill('alice')
  await other.evaluate(`addEventListener('message', () => {})
    setInterval(() => window.own.postMessage({ say: 'proof', id: 'x', proof: 'a.b.c' }, '*'), 50)`)
  await typePin(lured, say, say('signing', 'session.pin'))
  await expect(lured.getByText(/is not open any more/)).toBeVisible()
  const heard = await other.evaluate<{ say: string }[]>('window.heard')
  expect(heard.filter((data) => !['ready', 'who', 'height'].includes(data.say))).toEqual([])
  expect(asked.filter((path) => path === wire.ShareEdgeSession.path)).toEqual([])
  await expect(room.getByRole('button', { name: say('rooms', 'outside.open') })).toBeVisible()
  // What was opened there is the page's own session, and ends as every other.
  await lured.getByRole('button', { name: say('signing', 'session.end') }).click()
  await expect(lured.getByLabel(say('signing', 'proof.pin'))).toBeVisible()
  await lured.close()

  const pins = pinsShown(other)
  await showPin(other, say)
  await expect(room.getByRole('row').nth(3)).toBeVisible()
  // The same PIN has opened the edge's own pages; and who is in there is asked for none by a frame.
  const own = await other.context().newPage()
  await own.goto(`${edge}${wire.SESSION_PAGE_PATH}#lang=en`)
  await expect(own.getByRole('button', { name: say('signing', 'session.end') })).toBeVisible()
  await own.getByRole('button', { name: say('signing', 'session.end') }).click()
  await goIn(own, say, 'alice')
  await own.close()
  await other.reload()
  await expect(room.getByRole('button', { name: say('rooms', 'outside.open') })).toBeVisible()
  await showPin(other, say)
  await expect(room.getByRole('row').nth(3)).toBeVisible()
  expect(pins).toEqual([wire.OpenEdgeSession.path, wire.OpenEdgeSession.path])
  await other.reload()
  await expect(room.getByRole('row').nth(3)).toBeVisible()
  expect(complaints).toEqual([])
  await other.context().close()
})

test('laid unseen over a button of the console’s it lets no word out: a press there opens the edge’s own window', async () => {
  const alice = await member(PARTIES[0])
  const taskId = await plannedUpToNames(alice, `Lured ${Date.now().toString(36)}`)
  const named = async () => (await alice.call(wire.GetRegistrations, { taskId })).mine?.names
  await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
  await showPin(page, say)
  const read = roomOf(page).getByRole('button', { name: say('names', 'names.read') })
  await expect(read).toBeVisible()
  await read.scrollIntoViewIfNeeded()
  await page.evaluate(`document.querySelector('iframe').style.opacity = '0.001'`)
  const { x = 0, y = 0 } = (await read.boundingBox()) ?? {}
  const arrival = page.context().waitForEvent('page')
  // Twice, as of a member who was told to: the second press, too, is of the console's window or too early for the other.
  await page.mouse.dblclick(x + 20, y + 12)
  const lured = await arrival
  await expect(lured.getByRole('main')).toContainText(say('names', 'names.leave'))
  expect(await named()).toBe('missing')
  await untilClosed(lured, lured.getByRole('button', { name: say('confirm', 'confirm.cancel') }).click())
  expect(await named()).toBe('missing')

  await page.evaluate(`document.querySelector('iframe').style.opacity = ''`)
  await confirmNames(page, say)
  expect(await named()).toBe('confirmed')
})

test('is framed by the console alone, and a page on which a PIN is asked by nobody', async ({ browser }) => {
  const elsewhere = createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html').end('<p>around</p>'),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  const other = await browser.newPage()
  const stands = async (around: string, framed: string) => {
    await other.goto(around)
    await other.evaluate(`new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { src: '${framed}', onload: resolve })
      document.body.append(frame)
    })`)
    return other.frames().some((frame) => frame.url().startsWith(framed))
  }
  const room = `${edge}${wire.DATASET_PAGE_PATH}`
  expect(await stands(`${places.platformUrl}/terms`, room)).toBe(true)
  expect(await stands(`http://127.0.0.1:${port}/`, room)).toBe(false)
  for (const path of [
    wire.TICKET_PAGE_PATH,
    wire.MEMBERS_PAGE_PATH,
    wire.SESSION_PAGE_PATH,
    wire.REMOVED_PAGE_PATH,
    wire.CONFIRM_PAGE_PATH,
  ]) {
    expect(await stands(`${places.platformUrl}/terms`, `${edge}${path}`)).toBe(false)
  }
  await other.close()
  elsewhere.close()
})
