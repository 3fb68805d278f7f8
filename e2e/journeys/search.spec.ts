import { expect, test } from '@playwright/test'
import { PARTIES } from '../../tools/places.ts'
import { comeIn, faultless, settled } from '../person.ts'
import { speak } from '../words.ts'

for (const [tongue, theme] of [
  ['cn', 'light'],
  ['en', 'dark'],
] as const) {
  test(`the search by Ctrl-K has no fault, and an Enter at once opens what was typed: ${tongue}, ${theme}`, async ({
    browser,
  }) => {
    const say = speak(tongue)
    const page = await comeIn(browser, 'alice', { tongue })
    await settled(page)
    if (theme === 'dark')
      await page
        .getByRole('banner')
        .getByRole('button', { name: say('ui', 'darkTheme') })
        .click()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: say('search', 'field') })
    await expect(field).toBeFocused()
    await faultless(page)
    await page.keyboard.type('a')
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
    await faultless(page)
    await field.fill('zzz')
    await expect(page.getByText(say('search', 'nothing', { text: 'zzz' }))).toBeVisible()
    await faultless(page)
    await field.fill('a')
    await expect(page.getByRole('option').first()).toBeVisible()
    await field.fill(tongue === 'cn' ? PARTIES[0].name : PARTIES[0].nameEn)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/party')
    await expect(field).toBeHidden()
    await page.context().close()
  })
}
