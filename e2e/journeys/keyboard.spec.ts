import { expect, type Locator, type Page, test } from '@playwright/test'
import { PASSWORD } from '../../tools/places.ts'
import { captchaAnswer } from '../demo.ts'
import { arrive } from '../person.ts'

test('everything up to a new task is reached with the keyboard alone', async ({ browser }) => {
  const page = await arrive(browser, { tongue: 'en' })
  await page.reload()
  await expect(page.getByLabel('User name, phone or e-mail')).toBeFocused()
  await page.keyboard.type('alice')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await tabTo(page, page.getByLabel('Picture code', { exact: true }))
  await page.keyboard.type(captchaAnswer)
  await page.keyboard.press('Enter')

  const myTasks = page.getByRole('link', { name: 'My tasks', exact: true })
  await expect(myTasks).toBeVisible()
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

/** Presses Tab until the target has the focus, as long as somebody would have patience for. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((node) => node === node.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
