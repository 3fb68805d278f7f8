import { type Browser, expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { DEMO_PASSWORD } from '../../apps/platform/src/lib/demo.ts'
import { Client } from '../../tools/client.ts'
import { PARTIES, SIGNING_PIN } from '../../tools/places.ts'
import { complaintsOf, expectNoAxeFindings, logInAs, type Tongue } from '../person.ts'
import { goIn, openEdgePage, typePin } from '../signing.ts'
import { textsIn } from '../words.ts'
import { mailedCode, member, places } from '../world.ts'

const party = PARTIES[2]
const edgeUrl = places.edgeUrl(PARTIES.indexOf(party))
const suffix = Date.now().toString(36)
/** User names with non-ASCII characters, which the edge reads from the access token that the console forwards. */
const PEOPLE = { en: `Zoë ${suffix}`, cn: `王医生${suffix}` } as const

/** Adds a new user to the party. Membership alone gives no access to the party's edge. */
test.beforeAll(async () => {
  for (const tongue of ['en', 'cn'] as const) await joinParty(PEOPLE[tongue], `${tongue}-${suffix}@ward.example`)
})

async function joinParty(username: string, email: string) {
  const client = new Client(places.platformUrl)
  const encrypt = await client.encryption()
  await client.call(wire.SendCode, { email, purpose: 'register' })
  const code = await mailedCode(email)
  const registered = { email, username, password: encrypt(DEMO_PASSWORD), code, userType: 2 as const }
  client.token = (await client.call(wire.Register, registered)).token
  const inviteCode = await (await member(party)).call(wire.CreatePartyInvite)
  await client.call(wire.JoinParty, { inviteCode })
}

/** Follows the console's link to the list of members that the edge stores. */
async function toMembers(browser: Browser, who: string, tongue: Tongue) {
  const say = textsIn(tongue)
  const page = await logInAs(browser, who, { tongue })
  await page.getByRole('link', { name: say('app', 'tickets'), exact: true }).click()
  return openEdgePage(page, page.getByRole('button', { name: say('grant', 'members.open') }))
}

for (const tongue of ['en', 'cn'] as const) {
  test(`gives a new member access to the edge, and a second code after the member lost the PIN: ${tongue}`, async ({
    browser,
  }) => {
    const say = textsIn(tongue)
    const username = PEOPLE[tongue]
    const signer = await toMembers(browser, party.username, tongue)
    const complaints = complaintsOf(signer)
    const handed = signer.getByRole('dialog', { name: say('signing', 'add.code.title', { name: username }) })
    await signer.getByLabel(say('signing', 'add.username')).fill(username)
    const form = signer.getByRole('region', { name: say('signing', 'add.title') })
    await typePin(form, say, say('signing', 'add.submit'))
    if (tongue === 'cn') {
      await handed.getByRole('button').last().click()
      await expect(handed).toBeHidden()
      await signer.getByRole('button', { name: say('signing', 'list.newCode.label', { name: username }) }).click()
      const dialog = signer.getByRole('dialog')
      await dialog.getByLabel(say('signing', 'proof.pin')).fill(SIGNING_PIN)
      await dialog.getByRole('button', { name: say('signing', 'confirm.pin') }).click()
    }
    const code = (await handed.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent()) ?? ''

    const page = await toMembers(browser, username, tongue)
    await page.getByLabel(say('signing', 'first.code')).fill(code)
    await page.getByLabel(say('signing', 'first.pin'), { exact: true }).fill(SIGNING_PIN)
    await page.getByLabel(say('signing', 'first.pin.again'), { exact: true }).fill(SIGNING_PIN)
    await page.getByRole('button', { name: say('signing', 'first.setPin') }).click()
    await expect(page.getByText(say('signing', 'first.done'))).toBeVisible()
    await expectNoAxeFindings(page)

    // Opens the edge's page directly. Without the console, the edge asks for the user name and checks its own list.
    await page.goto(`${edgeUrl}${wire.SESSION_PAGE_PATH}`)
    await goIn(page, say, username)
    await expectNoAxeFindings(page)
    await page.goto(`${edgeUrl}${wire.REMOVED_PAGE_PATH}`)
    await expect(page.getByText(say('edgePages', 'removed.signers', { signers: party.username }))).toBeVisible()
    await page.getByRole('button', { name: say('signing', 'session.end') }).click()
    await expect(page.getByLabel(say('signing', 'session.username'))).toBeVisible()
    expect(complaints).toEqual([])
    await Promise.all([page.context().close(), signer.context().close()])
  })
}
