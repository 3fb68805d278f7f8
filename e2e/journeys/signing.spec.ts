import { expect, test } from '@playwright/test'
import { PARTIES, SIGNING_PIN } from '../../tools/places.ts'
import { complaintsOf, logInAs } from '../person.ts'
import { inBothLanguages } from '../rounds.ts'
import { authenticator, goInToSign, openEdgePage, openTicket, typePin } from '../signing.ts'
import { textsIn } from '../words.ts'
import { places, plannedAlone } from '../world.ts'

const { id: partyId, username } = PARTIES[2]

inBothLanguages('en', (tongue) => {
  test(`signs a ticket on the edge’s own page, and shows the signature in the console: ${tongue}`, async ({
    browser,
  }) => {
    const say = textsIn(tongue)
    const name = `Signing ${tongue} ${Date.now().toString(36)}`
    const taskId = await plannedAlone(PARTIES[2], name)
    const page = await logInAs(browser, username, { tongue })
    await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
    const ticket = await openTicket(page, name, say)
    const edge = await openEdgePage(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
    const complaints = complaintsOf(edge)
    expect(new URL(edge.url()).origin).toBe(places.edgeUrl(PARTIES.findIndex(({ id }) => id === partyId)))
    expect(await edge.evaluate('window.opener')).toBeNull()

    await goInToSign(edge, say)
    const pin = edge.getByLabel(say('signing', 'proof.pin'))
    await pin.fill('0000')
    await pin.press('Enter')
    await expect(edge.getByRole('alert')).toContainText('4')
    await expect(pin).toBeFocused()
    await typePin(edge, say)
    await expect(edge.getByText(say('edgePages', 'done.title'))).toBeVisible()
    expect(complaints).toEqual([])
    await edge.close()

    await expect(ticket).toBeHidden()
    await page.getByRole('link', { name: say('app', 'tickets'), exact: true }).click()
    await page.getByRole('button', { name: say('grant', 'grant.open', { task: name }) }).click()
    const done = page.getByRole('region', { name: say('grant', 'events.title') })
    await expect(done).toContainText(say('grant', 'events.signed', { name: username }))
    await page.context().close()
  })
})

test('renews an expired access token of an edge page through the console, in the same window', async ({ browser }) => {
  const say = textsIn('en')
  const name = `Over ${Date.now().toString(36)}`
  const taskId = await plannedAlone(PARTIES[2], name)
  const page = await logInAs(browser, username, { tongue: 'en' })
  const edgeUrl = places.edgeUrl(PARTIES.findIndex(({ id }) => id === partyId))
  await page.goto(`${edgeUrl}/ticket#${new URLSearchParams({ task: taskId, token: 'of.before.', lang: 'en' })}`)
  await page.getByRole('link', { name: say('edgePages', 'back') }).click()
  await expect(page.getByLabel(say('signing', 'proof.pin'))).toBeVisible()
  expect(new URL(page.url()).href).toBe(`${edgeUrl}/ticket`)
  await page.context().close()
})

test('adds a passkey with the PIN, and signs a ticket with the passkey instead of the PIN', async ({ browser }) => {
  const say = textsIn('en')
  const name = `By passkey ${Date.now().toString(36)}`
  const taskId = await plannedAlone(PARTIES[2], name)
  const page = await logInAs(browser, username, { tongue: 'en' })
  await page.getByRole('link', { name: say('app', 'tickets'), exact: true }).click()
  const signers = await openEdgePage(page, page.getByRole('button', { name: say('grant', 'members.open') }))
  const device = await authenticator(signers)
  await signers.getByRole('button', { name: say('signing', 'own.addPasskey') }).click()
  const dialog = signers.getByRole('dialog', { name: say('signing', 'own.addPasskey') })
  await dialog.getByLabel(say('signing', 'proof.pin')).fill(SIGNING_PIN)
  await dialog.getByRole('button', { name: say('signing', 'confirm.pin') }).click()
  await expect(signers.getByText(say('signing', 'passkey.done'))).toBeVisible()
  const passkeys = await device.passkeys()
  expect(passkeys.map(({ rpId }) => rpId)).toEqual(['localhost'])
  await signers.close()

  await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
  const ticket = await openTicket(page, name, say)
  const edge = await openEdgePage(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
  await goInToSign(edge, say)
  // A device without the passkey cannot sign.
  const other = await authenticator(edge)
  await edge.getByRole('button', { name: say('edgePages', 'sign.passkey') }).click()
  await expect(edge.getByRole('alert')).toContainText(/\S/)
  for (const passkey of passkeys) await other.keep(passkey)
  await edge.getByRole('button', { name: say('edgePages', 'sign.passkey') }).click()
  await expect(edge.getByText(say('edgePages', 'done.title'))).toBeVisible()
  await page.context().close()
})
