import { expect, type Locator, type Page } from '@playwright/test'
import { SIGNING_PIN } from '../tools/places.ts'
import { frameOf } from './person.ts'
import type { textsIn } from './words.ts'

type Say = ReturnType<typeof textsIn>

/** Confirms the categories and classes that the plan may name. This step opens when all earlier steps are done. */
export async function confirmNames(page: Page, say: Say, text = say('names', 'names.leave')) {
  await showPin(page, say)
  const read = frameOf(page).getByRole('button', { name: say('names', 'names.read') })
  await confirmInWindow(page, read, say('names', 'names.submit'), text)
  await expect(page.getByText(say('task', 'prepare.names.done'), { exact: true })).toBeVisible()
}

/** Presses a button in a frame, checks the text of the edge's own window that opens, and confirms there. */
export async function confirmInWindow(page: Page, button: Locator, action: string, text: string) {
  // The browser does not draw a frame that is off screen, so Playwright would wait for its button for ever.
  await page.locator('.t-edge-frame iframe').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
  const arrival = page.context().waitForEvent('page')
  await button.click()
  const edge = await arrival
  await expect(edge.getByRole('main')).toContainText(text)
  const act = edge.getByRole('button', { name: action })
  await expect(act).toBeEnabled()
  await untilClosed(edge, act.click())
}

/** Waits until a press has closed its window. Ignores the error that the press reports if the window closes first. */
export async function untilClosed(window: Page, press: Promise<void>) {
  await Promise.all([window.isClosed() || window.waitForEvent('close'), press.catch(() => undefined)])
}

/** Opens the dialog that invites parties, from the page of a task. */
export async function openInvite(page: Page, say: Say): Promise<Locator> {
  await page
    .getByRole('main')
    .getByRole('button', { name: say('task', 'invite.open') })
    .first()
    .click()
  return page.getByRole('dialog')
}

/**
 * Opens the ticket of a prepared task. After a confirmation of categories and classes, the ticket opens automatically.
 */
export async function openTicket(page: Page, taskName: string, say: Say): Promise<Locator> {
  const read = page.getByRole('button', { name: say('task', 'prepare.ticket.read') })
  const ticket = page.getByRole('article', { name: `${say('grant', 'ticket.title')}: ${taskName}` })
  await expect(read.or(ticket)).toBeVisible()
  if (await read.isVisible()) await read.click()
  return ticket
}

/** Signs an open ticket on the page of the party's edge, and checks that this page shows the same text. */
export async function signTicket(page: Page, ticket: Locator, say: Say, text = '') {
  const edge = await openEdgePage(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
  await goInToSign(edge, say)
  await expect(edge.getByRole('article')).toContainText(text)
  await typePin(edge, say)
  await expect(edge.getByText(say('edgePages', 'done.title'))).toBeVisible()
  await edge.close()
}

/**
 * Waits until the edge has compared the rows with those of earlier runs. Returns the required checkbox if the rows
 * differ by only a few, otherwise null.
 */
export async function fewRows(edge: Page, say: Say): Promise<Locator | null> {
  const confirm = edge.getByRole('checkbox', { name: say('edgePages', 'difference.confirm') })
  const sign = edge.getByRole('button', { name: say('edgePages', 'sign.pin') })
  await expect.poll(async () => (await confirm.isVisible()) || (await sign.isEnabled())).toBe(true)
  return (await confirm.isVisible()) ? confirm : null
}

/**
 * Opens a session on the page of a ticket, unless one is open, so that the edge can count rows. Then gives the required
 * confirmations.
 */
export async function goInToSign(edge: Page, say: Say) {
  const open = edge.getByRole('button', { name: say('signing', 'session.pin') })
  const sign = edge.getByRole('button', { name: say('edgePages', 'sign.pin') })
  await expect(open.or(sign)).toBeVisible()
  if (await open.isVisible()) await typePin(edge, say, say('signing', 'session.pin'))
  await expect(sign).toBeVisible()
  const confirm = await fewRows(edge, say)
  await confirm?.check()
}

/** Follows a button to a page of the party's own edge. That page removes the access token from its address at once. */
export async function openEdgePage(page: Page, button: Locator): Promise<Page> {
  const arrival = page.context().waitForEvent('page')
  await button.click()
  const edge = await arrival
  await edge.waitForURL(/\/(ticket|members|removed-data|session)$/)
  expect(new URL(edge.url()).origin).not.toBe(new URL(page.url()).origin)
  return edge
}

/**
 * Enters the PIN of the demo's signers and presses a button, by default to sign. `edge` can be a part of a page if
 * several parts ask for a PIN.
 */
export async function typePin(edge: Page | Locator, say: Say, button = say('edgePages', 'sign.pin')) {
  await edge.getByLabel(say('signing', 'proof.pin')).fill(SIGNING_PIN)
  await edge.getByRole('button', { name: button }).click()
}

/**
 * Opens a session at the edge for the named user or, without a name, for the user of the page. Does nothing if a
 * session is open.
 */
export async function goIn(edge: Page, say: Say, username?: string) {
  const name = edge.getByLabel(say('signing', 'session.username'))
  const open = edge.getByRole('button', { name: say('signing', 'session.end') })
  await expect(name.or(open)).toBeVisible()
  if (await open.isVisible()) return
  if (username) await name.fill(username)
  await typePin(edge, say, say('signing', 'session.pin'))
  await expect(open).toBeVisible()
}

/**
 * Opens a session for the frame with rows, with the PIN in the window that the edge opens. If another page of the edge
 * has a session, no PIN is needed. If the frame has a session, does nothing.
 */
export async function showPin(page: Page, say: Say, edgeFrame = frameOf(page)) {
  const ask = edgeFrame.getByRole('button', { name: say('edgePages', 'outside.open') })
  const end = edgeFrame.getByRole('button', { name: say('signing', 'session.end') })
  await expect(ask.or(end)).toBeVisible()
  if (await end.isVisible()) return
  const arrival = page.context().waitForEvent('page')
  await ask.click()
  const edge = await arrival
  const closed = edge.waitForEvent('close')
  const pinField = edge.getByLabel(say('signing', 'proof.pin')).waitFor()
  const isPinNeeded = await Promise.race([pinField.then(() => true), closed.then(() => false)])
  // The window has closed, so the wait for its PIN field fails, which is ignored.
  if (!isPinNeeded) await pinField.catch(() => undefined)
  if (isPinNeeded) {
    expect(new URL(edge.url()).hash).toBe('')
    await untilClosed(edge, typePin(edge, say, say('signing', 'session.pin')))
  }
  await closed
  await expect(end).toBeVisible()
}

/** Returns a list to which every later call to an edge that carries a PIN is added, from any window of this browser. */
export function pinsShown(page: Page): string[] {
  const paths: string[] = []
  page.context().on('request', (request) => {
    if (/"pin":/.test(request.postData() ?? '')) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

/** Attaches a virtual authenticator for passkeys to a page. It confirms every request. */
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
