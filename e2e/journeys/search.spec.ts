import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { PARTIES } from '../../tools/places.ts'
import { createTask } from '../../tools/steps.ts'
import { expectNoAxeFindings, logInAs, settled } from '../person.ts'
import { textsIn } from '../words.ts'
import { member } from '../world.ts'

// Creates the maximum that search and bell show: five results of each kind, and 99 notices.
test.beforeAll(async () => {
  const [alice, bob] = await Promise.all([member(PARTIES[0]), member(PARTIES[1])])
  const taskIds: string[] = []
  for (const count of [1, 2, 3, 4, 5]) taskIds.push(await createTask(alice, `A ${count}`, 'public', 'federated'))
  const [taskId = ''] = taskIds
  const unread = async () => (await alice.call(wire.ListNotifications, { pageNo: 1, isRead: 0 })).total
  while ((await unread()) < 100) {
    const { id } = await bob.call(wire.JoinTask, { taskId })
    await bob.call(wire.QuitTask, { registrationId: id })
  }
})

for (const [tongue, theme] of [
  ['cn', 'light'],
  ['en', 'dark'],
] as const) {
  test(`has no axe finding in the search, and opens the result for the typed text if Enter is pressed immediately: ${tongue}, ${theme}`, {
    annotation: { type: 'spec', description: 'states.global-search' },
  }, async ({ browser }) => {
    const say = textsIn(tongue)
    const page = await logInAs(browser, 'alice', { tongue })
    await settled(page)
    if (theme === 'dark')
      await page
        .getByRole('banner')
        .getByRole('button', { name: say('ui', 'darkTheme') })
        .click()
    await expect(page.getByRole('button', { name: say('notification', 'bell', { count: '99+' }) })).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: say('search', 'field') })
    await expect(field).toBeFocused()
    await expectNoAxeFindings(page)
    await page.keyboard.type('a')
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
    await expect(page.getByRole('group', { name: say('search', 'task') }).getByRole('option')).toHaveCount(5)
    await expectNoAxeFindings(page)
    await field.fill('zzz')
    await expect(page.getByText(say('search', 'nothing', { text: 'zzz' }))).toBeVisible()
    await expectNoAxeFindings(page)
    await field.fill('a')
    await expect(page.getByRole('option').first()).toBeVisible()
    await field.fill(PARTIES[0].name[tongue])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/party')
    await expect(field).toBeHidden()
    await page.context().close()
  })
}
