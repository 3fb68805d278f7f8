import { expect, test } from '@playwright/test'
import { DEMO_PASSWORD } from '../../apps/platform/src/lib/demo.ts'
import { captchaAnswer } from '../demo.ts'
import { arrive, settled, tabTo } from '../person.ts'

test('everything up to a new task is reached with the keyboard alone', async ({ browser }) => {
  const page = await arrive(browser, { tongue: 'en' })
  await page.reload()
  await expect(page.getByLabel('User name, phone or e-mail')).toBeFocused()
  await page.keyboard.type('alice')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD)
  await tabTo(page, page.getByLabel('Picture code', { exact: true }))
  await page.keyboard.type(captchaAnswer)
  await page.keyboard.press('Enter')

  const myTasks = page.getByRole('link', { name: 'My tasks', exact: true })
  await expect(myTasks).toBeVisible()
  // What is drawn anew while it loads loses the focus on the way.
  await settled(page)
  await tabTo(page, myTasks)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'My tasks' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Create a task' })
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create a task' })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
  await page.context().close()
})
