import { expect, type Page, test } from '@playwright/test'
import { phrase } from '@tessera/contract'
import { captchaAnswer } from '../demo.ts'
import { arrive, expectNoAxeFindings, fillLogin, type Tongue, tabTo } from '../person.ts'
import { inBothLanguages } from '../rounds.ts'
import { textsIn } from '../words.ts'
import { mailedCode } from '../world.ts'

/**
 * Limit for all compressed responses of the log-in page, including the captcha picture. The whole console without
 * compression is seven times as large.
 */
const LOGIN_KB = 250

test('loads only the code that the log-in page needs, compressed', async ({ page }) => {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  let received = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  const addresses: string[] = []
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    addresses.push(response.url())
    scripts.push(response.text())
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await expect(page.locator('.t-captcha-picture img')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(received / 1_000).toBeLessThan(LOGIN_KB)
  // The code of the search must load with the header, which appears only after the log-in.
  const loaded = await Promise.all(scripts)
  expect(loaded.filter((script) => script.includes(textsIn('en')('search', 'begin')))).toEqual([])
  // The code for uploads must not load before the log-in.
  expect(addresses.filter((address) => /upload/i.test(address))).toEqual([])
  expect(loaded.filter((script) => script.includes(textsIn('en')('dataset', 'upload.frame')))).toEqual([])
  // The texts of server errors load with the first error, whose own message is shown until then.
  expect(loaded.filter((script) => script.includes(phrase('en', 'task.not-found')))).toEqual([])
})

// Two people without accounts: one creates a hospital, the other asks to join it. The first uses the mouse, the second
// only the keyboard. axe checks every page on the way.
const PASSWORD = 'Newcomer@2026'
const NEW_PASSWORD = 'Another@2027'

inBothLanguages('cn', (tongue) => {
  test.describe(`registration and membership of two new users: ${tongue}`, () => {
    test.describe.configure({ mode: 'serial' })
    const say = textsIn(tongue)
    const stamp = String(Date.now()).slice(-7)
    const [founder, second] = [`f${tongue}${stamp}`, `s${tongue}${stamp}`]
    const partyId = `${tongue === 'cn' ? 4 : 5}${stamp}`
    const name = `${tongue === 'cn' ? '江畔医院' : '河岸医院'}${stamp}`
    const branchName = `${tongue === 'cn' ? '东分院' : '西分院'}${stamp}`
    const shown = tongue === 'cn' ? name : `Riverbank en ${stamp}`
    let hers: Page
    let his: Page

    test.beforeAll(async ({ browser }) => {
      hers = await arrive(browser, { tongue })
      his = await arrive(browser, { tongue })
    })
    test.afterAll(async () => {
      await hers.context().close()
      await his.context().close()
    })

    test('registers a new user with the code from the mail', async () => {
      await expectNoAxeFindings(hers)
      await hers.getByRole('link', { name: say('account', 'register'), exact: true }).click()
      await expect(hers.getByLabel(say('account', 'contact'), { exact: true })).toBeVisible()
      await expectNoAxeFindings(hers)
      await hers.getByLabel(say('account', 'contact'), { exact: true }).fill(mailOf(founder))
      await hers.getByRole('button', { name: say('account', 'sendCode') }).click()
      await hers.getByLabel(say('account', 'code'), { exact: true }).fill(await mailedCode(mailOf(founder)))
      await hers.getByRole('checkbox').check()
      await hers.getByRole('button', { name: say('account', 'next') }).click()
      await hers.getByLabel(say('account', 'nickname'), { exact: true }).fill(founder)
      await hers.getByLabel(say('account', 'password'), { exact: true }).fill(PASSWORD)
      await hers.getByLabel(say('account', 'confirmation'), { exact: true }).fill(PASSWORD)
      await expectNoAxeFindings(hers)
      await hers.getByRole('button', { name: say('account', 'createAccount'), exact: true }).click()
      await expect(
        hers.getByRole('heading', { name: say('account', 'registeredTitle', { name: founder }) }),
      ).toBeVisible()
      await expectNoAxeFindings(hers)
    })

    test('lets the new user create a hospital, and makes that user its super administrator', async () => {
      await hers.getByRole('button', { name: say('party', 'selectCreate') }).click()
      await expectNoAxeFindings(hers)
      await hers.getByLabel(say('party', 'partyName'), { exact: true }).fill(name)
      await hers.getByLabel(say('party', 'partyEnglishName'), { exact: true }).fill(`Riverbank ${tongue} ${stamp}`)
      await hers.getByLabel(say('party', 'partyId'), { exact: true }).fill(partyId)
      await hers.getByRole('button', { name: say('party', 'create') }).click()
      await expect(hers.getByRole('heading', { name: say('party', 'welcome', { party: shown }) })).toBeVisible()
      await expectNoAxeFindings(hers)
      await hers.getByRole('button', { name: say('party', 'enterHome') }).click()
      await expect(hers.getByRole('banner')).toContainText(shown)
      for (const tab of ['profile', 'members', 'requests', 'departments', 'edge']) {
        await hers.goto(`/party?tab=${tab}`)
        await expectNoAxeFindings(hers)
      }
      await hers.goto('/party?tab=members')
      await expect(hers.getByRole('row', { name: new RegExp(founder) })).toContainText(say('party', 'role.super-admin'))
    })

    test('registers a second user with the keyboard alone', async () => {
      await tabTo(his, his.getByRole('link', { name: say('account', 'register'), exact: true }))
      await his.keyboard.press('Enter')
      await expect(his.getByLabel(say('account', 'contact'), { exact: true })).toBeFocused()
      await his.keyboard.type(mailOf(second))
      await tabTo(his, his.getByRole('button', { name: say('account', 'sendCode') }))
      await his.keyboard.press('Enter')
      const code = await mailedCode(mailOf(second))
      await expect(his.getByText(say('account', 'codeSent', { contact: mailOf(second) }))).toBeVisible()
      await backTo(his, say('account', 'code'))
      await his.keyboard.type(code)
      await tabTo(his, his.getByRole('checkbox'))
      await his.keyboard.press('Space')
      await tabTo(his, his.getByRole('button', { name: say('account', 'next') }))
      await his.keyboard.press('Enter')
      await expect(his.getByLabel(say('account', 'nickname'), { exact: true })).toBeFocused()
      await his.keyboard.type(second)
      await tabTo(his, his.getByLabel(say('account', 'password'), { exact: true }))
      await his.keyboard.type(PASSWORD)
      await tabTo(his, his.getByLabel(say('account', 'confirmation'), { exact: true }))
      await his.keyboard.type(PASSWORD)
      await his.keyboard.press('Enter')
      await expect(
        his.getByRole('heading', { name: say('account', 'registeredTitle', { name: second }) }),
      ).toBeVisible()
    })

    test('keeps the second user a guest until the administrator approves his request to join', async () => {
      await his.getByRole('button', { name: say('party', 'selectJoin') }).click()
      await his.getByRole('button', { name: say('party', 'ask.title') }).click()
      const asking = his.getByRole('region', { name: say('party', 'ask.title') })
      await asking.getByLabel(say('party', 'partyId'), { exact: true }).fill(partyId)
      await asking.getByRole('button', { name: say('party', 'ask.find') }).click()
      await expect(his.getByRole('status').filter({ hasText: shown })).toBeVisible()
      await his.getByLabel(say('party', 'ask.note')).fill('Radiology')
      await his.getByRole('button', { name: say('party', 'ask.send') }).click()
      await expect(his.getByText(say('party', 'request.waiting'), { exact: true })).toBeVisible()
      await expectNoAxeFindings(his)
      await his.getByRole('button', { name: say('party', 'skip') }).click()
      await expect(his.getByText(say('party', 'bindPromptTitle'), { exact: true })).toBeVisible()
      await expectNoAxeFindings(his)
    })

    test('notifies the administrator of the request at once, and lets her approve it in the notification', async () => {
      const bell = hers.getByRole('button', { name: say('notification', 'bell', { count: 1 }) })
      await bell.click()
      await expect(hers.getByRole('paragraph').filter({ hasText: new RegExp(`${second}.*Radiology`) })).toBeVisible()
      await hers.goto('/notices')
      await expectNoAxeFindings(hers)
      await hers
        .getByRole('main')
        .getByRole('button', { name: say('notification', 'approve') })
        .click()
      await expect(hers.getByRole('main').getByRole('button', { name: say('notification', 'approve') })).toHaveCount(0)
      await hers.goto('/party?tab=members')
      await expect(hers.getByRole('row', { name: new RegExp(second) })).toContainText(say('party', 'role.member'))
    })

    test('makes the second user a member, who then creates another party and switches between the two parties', async () => {
      await his.goto('/bind?second=1')
      await his.getByRole('button', { name: say('party', 'ask.enter') }).click()
      await choose(his, say('party', 'department'))
      await his.getByRole('button', { name: say('party', 'enterHome') }).click()
      await expect(his.getByRole('banner')).toContainText(shown)
      await his.goto('/bind')
      await his.getByRole('tab', { name: say('party', 'createTab') }).click()
      await his.getByLabel(say('party', 'partyName'), { exact: true }).fill(branchName)
      await his.getByLabel(say('party', 'partyEnglishName'), { exact: true }).fill(`Branch ${tongue} ${stamp}`)
      await his.getByLabel(say('party', 'partyId'), { exact: true }).fill(`9${partyId}`.slice(0, 9))
      await his.getByRole('button', { name: say('party', 'create') }).click()
      const branch = tongue === 'cn' ? branchName : `Branch en ${stamp}`
      await expect(his.getByRole('heading', { name: say('party', 'welcome', { party: branch }) })).toBeVisible()
      await his.getByRole('button', { name: say('party', 'enterHome') }).click()
      await his.getByRole('button', { name: say('party', 'switchParty', { party: branch }) }).click()
      await his.getByRole('menuitem', { name: shown }).click()
      await expect(his.getByRole('button', { name: say('party', 'switchParty', { party: shown }) })).toBeVisible()
      await his.goto('/index')
      await expectNoAxeFindings(his)
      for (const route of ['/landing', '/journal', '/info', '/no-such-page']) {
        await his.goto(route)
        await expectNoAxeFindings(his)
      }
    })

    test('logs the second user out and, after a reset of the forgotten password, in with the new one', async () => {
      await his.getByRole('button', { name: say('app', 'accountMenu', { name: second }) }).click()
      await his.getByRole('menuitem', { name: say('app', 'logout') }).click()
      await his.getByRole('link', { name: say('account', 'forgot') }).click()
      // On a slow machine, the previous page remains visible for a moment.
      await expect(his.getByLabel(say('account', 'contact'), { exact: true })).toBeVisible()
      await expectNoAxeFindings(his)
      await his.getByLabel(say('account', 'contact'), { exact: true }).fill(mailOf(second))
      const before = await mailedCode(mailOf(second))
      await his.getByRole('button', { name: say('account', 'sendCode') }).click()
      await expect.poll(() => mailedCode(mailOf(second))).not.toBe(before)
      await his.getByLabel(say('account', 'code'), { exact: true }).fill(await mailedCode(mailOf(second)))
      await his.getByRole('button', { name: say('account', 'next') }).click()
      await his.getByLabel(say('account', 'newPassword'), { exact: true }).fill(NEW_PASSWORD)
      await his.getByLabel(say('account', 'confirmation'), { exact: true }).fill(NEW_PASSWORD)
      await his.getByRole('button', { name: say('account', 'savePassword') }).click()
      await expect(his.getByRole('heading', { name: say('account', 'loginTitle') })).toBeVisible()
      await fillLogin(his, mailOf(second), PASSWORD, tongue)
      await expect(his.getByRole('alert')).toBeVisible()
      await logInByKeyboard(his, tongue, mailOf(second), NEW_PASSWORD)
      await expect(his.getByRole('heading', { name: say('party', 'chooserTitle') })).toBeVisible()
    })

    test('deletes the second user’s account, and refuses its log-in afterwards', async () => {
      await his.getByRole('button', { name: new RegExp(shown) }).click()
      await his.getByRole('button', { name: say('app', 'accountMenu', { name: second }) }).click()
      await his.getByRole('menuitem', { name: say('app', 'deleteAccount') }).click()
      const dialog = his.getByRole('dialog')
      await expectNoAxeFindings(his)
      await dialog.getByLabel(say('account', 'deletePassword'), { exact: true }).fill(NEW_PASSWORD)
      await dialog.getByLabel(say('account', 'deleteTyped', { username: second })).fill(second)
      await dialog.getByRole('button', { name: say('account', 'deleteGo') }).click()
      await expect(his.getByText(say('account', 'farewell'))).toBeVisible()
      await fillLogin(his, mailOf(second), NEW_PASSWORD, tongue)
      await expect(his.getByRole('alert').filter({ hasNotText: say('account', 'farewell') })).toBeVisible()
    })

    test('shows terms and privacy notice to users without a session', async () => {
      for (const route of ['/terms', '/privacy']) {
        await his.goto(route)
        await expect(his.getByRole('heading', { level: 1 })).toBeVisible()
        await expectNoAxeFindings(his)
      }
    })
  })
})

const mailOf = (username: string) => `${username}@mail.example`

/** Chooses the first department in the list by keyboard. */
async function choose(page: Page, label: string) {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  await box.press('ArrowDown')
  await box.press('Enter')
}

async function backTo(page: Page, label: string) {
  const field = page.getByLabel(label, { exact: true })
  for (let presses = 0; presses < 10; presses += 1) {
    if (await field.evaluate((node) => node === node.ownerDocument.activeElement)) return
    await page.keyboard.press('Shift+Tab')
  }
  await expect(field).toBeFocused()
}

async function logInByKeyboard(page: Page, tongue: Tongue, account: string, password: string) {
  const say = textsIn(tongue)
  await page.reload()
  await expect(page.getByLabel(say('account', 'account'))).toBeFocused()
  await page.keyboard.type(account)
  await tabTo(page, page.getByLabel(say('account', 'password'), { exact: true }))
  await page.keyboard.type(password)
  await tabTo(page, page.getByLabel(say('account', 'captcha'), { exact: true }))
  await page.keyboard.type(captchaAnswer)
  await page.keyboard.press('Enter')
}
