import { expect, type Page, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, logInAs, settled } from '../person.ts'
import { inBothLanguages } from '../rounds.ts'
import { openInvite } from '../signing.ts'
import { textsIn } from '../words.ts'

// Alice invites Bob's party by name to a private task. Bob finds the invitation on his home page, and accepts it.
test.describe.configure({ mode: 'serial' })

inBothLanguages('cn', (tongue) => {
  test.describe(`invitation to a private task: ${tongue}`, () => {
    const say = textsIn(tongue)
    const taskName = `Invited ${tongue} ${Date.now() % 1_000_000}`
    const guest = PARTIES[1].name[tongue]
    const host = PARTIES[0].name[tongue]
    const complaints: string[] = []
    let alice: Page
    let bob: Page

    test.afterAll(() => Promise.all([alice?.context().close(), bob?.context().close()]))

    test('lets Alice create a private task and invite Bob’s hospital from the list', async ({ browser }) => {
      alice = await logInAs(browser, 'alice', { tongue })
      complaints.push(...complaintsOf(alice))
      await alice.goto('/task?create=1')
      const create = alice.getByRole('dialog')
      await create.getByLabel(say('task', 'create.name'), { exact: true }).fill(taskName)
      await create.getByText(say('task', 'visibility.private'), { exact: true }).click()
      await create.getByRole('button', { name: say('task', 'create.submit'), exact: true }).click()
      await expect(alice.getByRole('heading', { level: 1, name: taskName })).toBeVisible()

      const dialog = await openInvite(alice, say)
      await dialog.getByRole('button', { name: say('task', 'invite.one.label', { party: guest }) }).click()
      await expect(
        dialog.getByRole('button', { name: say('task', 'invitee.takeBack.label', { party: guest }) }),
      ).toBeVisible()
      await dialog.getByRole('button', { name: say('task', 'close') }).click()
      await expect(alice.getByRole('list', { name: say('task', 'invitations.title') })).toContainText(
        say('task', 'invitee.invited'),
      )
    })

    test('shows Bob the invitation on his home page and in the search', {
      annotation: { type: 'spec', description: 'states.party-invitation' },
    }, async ({ browser }) => {
      bob = await logInAs(browser, 'bob', { tongue })
      complaints.push(...complaintsOf(bob))
      await expect(
        bob.getByRole('link', { name: say('home', 'waiting.invitation', { by: host, task: taskName }) }),
      ).toBeVisible()
      await settled(bob)
      await bob.keyboard.press('Control+k')
      const field = bob.getByRole('combobox', { name: say('search', 'field') })
      await expect(field).toBeFocused()
      await field.fill(taskName)
      await expect(bob.getByRole('option', { name: taskName })).toBeVisible()
      await bob.keyboard.press('Enter')
      await expect(bob.getByRole('heading', { level: 1, name: taskName })).toBeVisible()
    })

    test('when Bob accepts, lists his hospital for Alice and shows both users the next step', {
      annotation: { type: 'spec', description: 'states.party-invitation' },
    }, async () => {
      await bob.getByRole('button', { name: say('task', 'invited.accept') }).click()
      await expect(bob.getByRole('list', { name: say('task', 'parties.title'), exact: true })).toContainText(guest)
      await expect(alice.getByRole('list', { name: say('task', 'parties.title'), exact: true })).toContainText(guest)
      await expect(alice.getByRole('list', { name: say('task', 'invitations.title') })).toHaveCount(0)
      await alice.goto('/')
      await expect(
        alice.getByRole('link', { name: say('home', 'waiting.choose-data', { task: taskName }) }),
      ).toBeVisible()
      expect(complaints).toEqual([])
    })
  })
})
