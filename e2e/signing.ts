import { expect, type Locator, type Page } from '@playwright/test'
import { SIGNING_PIN } from '../tools/places.ts'
import { roomOf } from './person.ts'
import type { speak } from './words.ts'

type Say = ReturnType<typeof speak>

/** Confirms the words that the plan may name; the step is open once all before it is done. */
export async function confirmNames(page: Page, say: Say, text = say('names', 'names.leave')) {
  await showPin(page, say)
  const read = roomOf(page).getByRole('button', { name: say('names', 'names.read') })
  await confirmInWindow(page, read, say('names', 'names.submit'), text)
  await expect(page.getByText(say('task', 'prepare.names.done'), { exact: true })).toBeVisible()
}

/** Follows a button of a frame to the window of the edge's own that it opens, reads it, and confirms there. */
export async function confirmInWindow(page: Page, button: Locator, action: string, text: string) {
  // A frame that is out of sight draws nothing, and its button is never said to stand still.
  await page.locator('.t-room iframe').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
  const arrival = page.context().waitForEvent('page')
  await button.click()
  const edge = await arrival
  await expect(edge.getByRole('main')).toContainText(text)
  const act = edge.getByRole('button', { name: action })
  await expect(act).toBeEnabled()
  await untilClosed(edge, act.click())
}

/** Waits until what was pressed has closed its window; a press whose window is gone first is reported as an error, and is none. */
export async function untilClosed(window: Page, press: Promise<void>) {
  await Promise.all([window.isClosed() || window.waitForEvent('close'), press.catch(() => undefined)])
}

/** From a task's page to the dialog that invites parties to it. */
export async function openInvite(page: Page, say: Say): Promise<Locator> {
  await page
    .getByRole('main')
    .getByRole('button', { name: say('task', 'invite.open') })
    .first()
    .click()
  return page.getByRole('dialog')
}

/** The ticket of a task whose preparation is done up to it: it opens by itself for who has just confirmed names. */
export async function openTicket(page: Page, taskName: string, say: Say): Promise<Locator> {
  const read = page.getByRole('button', { name: say('task', 'prepare.ticket.read') })
  const ticket = page.getByRole('article', { name: `${say('grant', 'ticket.title')}: ${taskName}` })
  await expect(read.or(ticket)).toBeVisible()
  if (await read.isVisible()) await read.click()
  return ticket
}

/** Signs an open ticket on the page of the party's own edge, where it says the same. */
export async function signTicket(page: Page, ticket: Locator, say: Say, text = '') {
  const edge = await openEdgePage(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
  await goInToSign(edge, say)
  await expect(edge.getByRole('article')).toContainText(text)
  await typePin(edge, say)
  await expect(edge.getByText(say('rooms', 'done.title'))).toBeVisible()
  await edge.close()
}

/** On the page of a ticket: opens the session in which the edge counts rows; nothing where one is open already. */
export async function goInToSign(edge: Page, say: Say) {
  const open = edge.getByRole('button', { name: say('signing', 'session.pin') })
  const sign = edge.getByRole('button', { name: say('rooms', 'sign.pin') })
  await expect(open.or(sign)).toBeVisible()
  if (await open.isVisible()) await typePin(edge, say, say('signing', 'session.pin'))
  await expect(sign).toBeVisible()
}

/** Follows a button to a page of the party's own edge, which takes the token out of its address at once. */
export async function openEdgePage(page: Page, button: Locator): Promise<Page> {
  const arrival = page.context().waitForEvent('page')
  await button.click()
  const edge = await arrival
  await edge.waitForURL(/\/(ticket|members|removed-data|session)$/)
  expect(new URL(edge.url()).origin).not.toBe(new URL(page.url()).origin)
  return edge
}

/** Signs, or does what else the button says, with the PIN of the demo's signers; in a part of the page, where others ask for one too. */
export async function typePin(edge: Page | Locator, say: Say, button = say('rooms', 'sign.pin')) {
  await edge.getByLabel(say('signing', 'proof.pin')).fill(SIGNING_PIN)
  await edge.getByRole('button', { name: button }).click()
}

/** Opens a session at the edge, of whom the page names or whom one says; nothing where one is open already. */
export async function goIn(edge: Page, say: Say, username?: string) {
  const name = edge.getByLabel(say('signing', 'session.username'))
  const open = edge.getByRole('button', { name: say('signing', 'session.end') })
  await expect(name.or(open)).toBeVisible()
  if (await open.isVisible()) return
  if (username) await name.fill(username)
  await typePin(edge, say, say('signing', 'session.pin'))
  await expect(open).toBeVisible()
}

/** In the frame with rows: shows the edge the PIN, in the window that it opens; none where a page of the edge's is in a session, nothing where the frame is. */
export async function showPin(page: Page, say: Say, room = roomOf(page)) {
  const ask = room.getByRole('button', { name: say('rooms', 'outside.open') })
  const end = room.getByRole('button', { name: say('signing', 'session.end') })
  await expect(ask.or(end)).toBeVisible()
  if (await end.isVisible()) return
  const arrival = page.context().waitForEvent('page')
  await ask.click()
  const edge = await arrival
  const closed = edge.waitForEvent('close')
  const asked = edge.getByLabel(say('signing', 'proof.pin')).waitFor()
  const isAsked = await Promise.race([asked.then(() => true), closed.then(() => false)])
  // Of a window that is gone nothing more is waited for.
  if (!isAsked) await asked.catch(() => undefined)
  if (isAsked) {
    expect(new URL(edge.url()).hash).toBe('')
    await untilClosed(edge, typePin(edge, say, say('signing', 'session.pin')))
  }
  await closed
  await expect(end).toBeVisible()
}

/** For what PINs are shown to an edge from now on, in any window of this browser: the calls that carry one. */
export function pinsShown(page: Page): string[] {
  const paths: string[] = []
  page.context().on('request', (request) => {
    if (/"pin":/.test(request.postData() ?? '')) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

/** A device with passkeys, plugged into one page, whose owner always says yes. */
export async function authenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const passkeys = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  type Passkey = Awaited<ReturnType<typeof passkeys>>[number]
  const keep = (credential: Passkey) => session.send('WebAuthn.addCredential', { authenticatorId, credential })
  return { passkeys, keep }
}
