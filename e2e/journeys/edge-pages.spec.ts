import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { DATASET } from '../../tools/demo-names.ts'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, frameOf, logInAs, settled, tabTo } from '../person.ts'
import { confirmNames, goIn, pinsShown, showPin, typePin, untilClosed } from '../signing.ts'
import { textsIn } from '../words.ts'
import { member, places, plannedUpToNames } from '../world.ts'

// Attacks by the platform's own script on the frame in which the edge shows rows. Each must fail to read them.
const say = textsIn('en')
const edge = places.edgeUrl(0)
let datasetId = ''
let page: Page

test.beforeAll(async ({ browser }) => {
  const alice = await member(PARTIES[0])
  const { records } = await alice.call(wire.ListMyDatasets, { name: DATASET })
  datasetId = records.find(({ name }) => name === DATASET)?.id ?? ''
  page = await logInAs(browser, 'alice', { tongue: 'en' })
  await page.goto(`/data-detail?id=${datasetId}&partyId=${PARTIES[0].id}`)
  await showPin(page, say)
})
test.afterAll(() => page.context().close())

const open = async () => {
  await page.goto(`/data-detail?id=${datasetId}&partyId=${PARTIES[0].id}`)
  await expect(frameOf(page).getByRole('row').nth(3)).toBeVisible()
  await settled(page)
}

test('shows an edge page in the console’s language and theme, operable by keyboard', async () => {
  const complaints = complaintsOf(page)
  await open()
  const edgeFrame = frameOf(page)
  await page.getByRole('button', { name: '中文' }).click()
  await expect(edgeFrame.getByRole('heading', { name: textsIn('cn')('tabular', 'rows') })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(edgeFrame.getByRole('heading', { name: say('tabular', 'rows') })).toBeVisible()
  await page.getByRole('button', { name: say('ui', 'darkTheme') }).click()
  await expect(edgeFrame.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: say('ui', 'lightTheme') }).click()

  await tabTo(page, page.getByRole('button', { name: say('dataset', 'detail.createTask') }))
  await page.keyboard.press('Tab')
  await expect(edgeFrame.getByRole('button', { name: say('signing', 'session.end') })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(edgeFrame.getByRole('combobox').first()).toBeFocused()
  const profile = edgeFrame.getByRole('button', { name: /^Profile of column mean radius/ })
  await profile.focus()
  await page.keyboard.press('Enter')
  await expect(edgeFrame.getByRole('dialog')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(edgeFrame.getByRole('dialog')).toBeHidden()
  await expect(profile).toBeFocused()
  await edgeFrame.getByRole('combobox').last().focus()
  await page.keyboard.press('Tab')
  await expect(edgeFrame.locator(':focus')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('hides the edge page’s content from the platform’s script, and accepts from it only user, language and theme', {
  annotation: { type: 'claim', description: 'row-access.console-inspects-frame' },
}, async () => {
  await open()
  const edgeFrame = frameOf(page)
  const value = (await edgeFrame.getByRole('row').nth(1).getByRole('cell').nth(3).textContent()) ?? ''
  expect(value).toMatch(/\d/)
  await page.evaluate(`(() => {
    window.received = []
    addEventListener('message', ({ data }) => window.received.push(JSON.stringify(data)))
    const edgeFrame = document.querySelector('.t-edge-frame iframe').contentWindow
    for (const data of ['rows', { say: 'rows' }, { say: 'looks', language: 'en', theme: 'dark', rows: true }]) {
      edgeFrame.postMessage(data, '*')
    }
    // The browser delivers messages in order, so the frame has received the messages above when it applies this one.
    edgeFrame.postMessage({ say: 'looks', language: 'cn', theme: 'light' }, '*')
  })()`)
  await expect(edgeFrame.getByRole('heading', { name: textsIn('cn')('tabular', 'rows') })).toBeVisible()
  await expect(edgeFrame.locator('html')).toHaveAttribute('data-theme', 'light')
  const tried = await page.evaluate<Record<string, string>>(`(() => {
    const frame = document.querySelector('.t-edge-frame iframe')
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
    document: 'null',
    window: 'SecurityError',
    storage: 'SecurityError',
    history: 'SecurityError',
    script: 'SecurityError',
  })
  const received = await page.evaluate<string[]>('window.received')
  expect(received.filter((text) => !/^\{"say":"height","pixels":\d+\}$/.test(text))).toEqual([])
  expect(await page.content()).not.toContain(value)
})

test('shows no rows to a page that tries to read them by fetch, cache, measurement, worker or socket', {
  annotation: { type: 'claim', description: 'row-access.console-bypasses-frame' },
}, async () => {
  await open()
  const alice = await member(PARTIES[0])
  const { tableName } = await alice.call(wire.GetDataset, { datasetId })
  const { token } = await alice.call(wire.GetEdgeToken, { partyId: PARTIES[0].id }, 'platform')
  const rows = `${edge}${wire.DEFAULT_PREFIX}${wire.ListRows.path}?${new URLSearchParams({ tableName })}`
  const tried = await page.evaluate<Record<string, unknown>>(`(async () => {
    const attempt = async (act) => { try { return await act() } catch (error) { return error.name } }
    const socket = new Promise((resolve) => {
      const socket = new WebSocket(${JSON.stringify(edge.replace('http', 'ws'))})
      Object.assign(socket, { onopen: () => resolve('open'), onerror: () => resolve('refused') })
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
      framesInside: document.querySelector('.t-edge-frame iframe').contentWindow.length,
    }
  })()`)
  expect(tried).toEqual({
    token: 'edge.session-required',
    opaque: ['opaque', 0, ''],
    cached: 'TypeError',
    worker: 'SecurityError',
    socket: 'refused',
    sizes: [0],
    wasMeasured: true,
    framesInside: 0,
  })
})

test('prevents dragging content out of a frame that an attacker lays invisibly over a draggable element', {
  annotation: { type: 'claim', description: 'row-access.drag-and-drop' },
}, async () => {
  await open()
  const cell = frameOf(page).getByRole('row').nth(1).getByRole('cell').nth(3)
  await cell.scrollIntoViewIfNeeded()
  await page.evaluate(`(() => {
    window.dropped = null
    const lure = document.createElement('div')
    lure.id = 'lure'
    lure.style.cssText = 'position:fixed;left:0;top:0;width:200px;height:200px;z-index:9999;background:gold'
    lure.ondragover = (event) => event.preventDefault()
    lure.ondrop = (event) => { event.preventDefault(); window.dropped = event.dataTransfer.getData('text/plain') }
    // Checks that dragging itself works: the attacker's drop target accepts an element of the console's own page.
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

test('shows rows only after the user enters the PIN in the edge’s own window, which the console cannot open by script', {
  annotation: { type: 'claim', description: 'row-access.pin-page-phishing' },
}, async ({ browser }) => {
  const other = await logInAs(browser, 'alice', { tongue: 'en' })
  const complaints = complaintsOf(other)
  const paths: string[] = []
  other.context().on('request', (request) => paths.push(new URL(request.url()).pathname))
  await other.goto(`/data-detail?id=${datasetId}&partyId=${PARTIES[0].id}`)
  const edgeFrame = frameOf(other)
  await expect(edgeFrame.getByRole('button', { name: say('edgePages', 'outside.open') })).toBeVisible()
  await expect(edgeFrame.getByRole('table')).toHaveCount(0)
  expect(paths.filter((path) => [wire.ListRows.path, wire.GetHeldDataset.path].includes(path))).toEqual([])

  // The console's script opens the edge's page in a window itself. The frame does not send that window a request for a
  // session.
  const arrival = other.context().waitForEvent('page')
  await other.evaluate(`window.received = []; addEventListener('message', ({ data }) => window.received.push(data))
    window.own = window.open('${edge}${wire.SESSION_PAGE_PATH}#for=frame&lang=en')`)
  const lured = await arrival
  await lured.getByLabel(say('signing', 'session.username')).fill('alice')
  await other.evaluate(`addEventListener('message', () => {})
    setInterval(() => window.own.postMessage({ say: 'proof', id: 'x', proof: 'a.b.c' }, '*'), 50)`)
  await typePin(lured, say, say('signing', 'session.pin'))
  await expect(lured.getByText(/is no longer open/)).toBeVisible()
  const received = await other.evaluate<{ say: string }[]>('window.received')
  expect(received.filter((data) => !['ready', 'who', 'height'].includes(data.say))).toEqual([])
  expect(paths.filter((path) => path === wire.ShareEdgeSession.path)).toEqual([])
  await expect(edgeFrame.getByRole('button', { name: say('edgePages', 'outside.open') })).toBeVisible()
  // A session opened there belongs to the edge's own page, and ends like any other session.
  await lured.getByRole('button', { name: say('signing', 'session.end') }).click()
  await expect(lured.getByLabel(say('signing', 'proof.pin'))).toBeVisible()
  await lured.close()

  const pins = pinsShown(other)
  await showPin(other, say)
  await expect(edgeFrame.getByRole('row').nth(3)).toBeVisible()
  // The same PIN opens the edge's own pages. A frame does not ask a member with an open session for a PIN.
  const own = await other.context().newPage()
  await own.goto(`${edge}${wire.SESSION_PAGE_PATH}#lang=en`)
  await expect(own.getByRole('button', { name: say('signing', 'session.end') })).toBeVisible()
  await own.getByRole('button', { name: say('signing', 'session.end') }).click()
  await goIn(own, say, 'alice')
  await own.close()
  await other.reload()
  await expect(edgeFrame.getByRole('button', { name: say('edgePages', 'outside.open') })).toBeVisible()
  await showPin(other, say)
  await expect(edgeFrame.getByRole('row').nth(3)).toBeVisible()
  expect(pins).toEqual([wire.OpenEdgeSession.path, wire.OpenEdgeSession.path])
  await other.reload()
  await expect(edgeFrame.getByRole('row').nth(3)).toBeVisible()
  expect(complaints).toEqual([])
  await other.context().close()
})

test('does not confirm categories and classes if the frame is laid invisibly over a button: the press opens the edge’s own window', {
  annotation: { type: 'claim', description: 'row-access.clickjacking' },
}, async () => {
  const alice = await member(PARTIES[0])
  const taskId = await plannedUpToNames(alice, `Lured ${Date.now().toString(36)}`)
  const named = async () => (await alice.call(wire.GetRegistrations, { taskId })).mine?.names
  await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
  await showPin(page, say)
  const read = frameOf(page).getByRole('button', { name: say('names', 'names.read') })
  await expect(read).toBeVisible()
  await read.scrollIntoViewIfNeeded()
  await page.evaluate(`document.querySelector('iframe').style.opacity = '0.001'`)
  const { x = 0, y = 0 } = (await read.boundingBox()) ?? {}
  const arrival = page.context().waitForEvent('page')
  // Double-clicks, as a deceived member could. The second press hits the console's window, or comes too early for the
  // edge's window to accept it.
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

test('lets only the console frame its pages, and lets no site frame the page for the PIN', {
  annotation: { type: 'claim', description: 'row-access.framed-edge-page' },
}, async ({ browser }) => {
  const elsewhere = createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html').end('<p>around</p>'),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  const other = await browser.newPage()
  const isFramed = async (around: string, framed: string) => {
    await other.goto(around)
    await other.evaluate(`new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { src: '${framed}', onload: resolve })
      document.body.append(frame)
    })`)
    return other.frames().some((frame) => frame.url().startsWith(framed))
  }
  const edgeFrame = `${edge}${wire.DATASET_PAGE_PATH}`
  expect(await isFramed(`${places.platformUrl}/terms`, edgeFrame)).toBe(true)
  expect(await isFramed(`http://127.0.0.1:${port}/`, edgeFrame)).toBe(false)
  for (const path of [
    wire.TICKET_PAGE_PATH,
    wire.MEMBERS_PAGE_PATH,
    wire.SESSION_PAGE_PATH,
    wire.REMOVED_PAGE_PATH,
    wire.CONFIRM_PAGE_PATH,
  ]) {
    expect(await isFramed(`${places.platformUrl}/terms`, `${edge}${path}`)).toBe(false)
  }
  await other.close()
  elsewhere.close()
})
