import { expect, type Page, test } from '@playwright/test'
import { arrive, fillLogin, logInAs } from '../person.ts'
import { mailedCode } from '../world.ts'

// A user without an account registers, views the console as a guest, and joins a hospital.
test.describe.configure({ mode: 'serial' })

const username = `dora${Date.now()}`
const email = `${username}@mail.example`
const PASSWORD = 'Newcomer@2026'
let page: Page

test.beforeAll(async ({ browser }) => {
  page = await arrive(browser)
})
test.afterAll(() => page.context().close())

test('registers a new user with the code from the mail', async () => {
  await page.getByRole('link', { name: '注册', exact: true }).click()
  await page.getByLabel('手机号或邮箱', { exact: true }).fill(email)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText(`验证码已发往 ${email}。`)).toBeVisible()
  await page.getByLabel('验证码', { exact: true }).fill(await mailedCode(email))
  await page.getByRole('checkbox', { name: /使用条款/ }).check()
  await page.getByRole('button', { name: '下一步' }).click()

  await page.getByLabel('用户名', { exact: true }).fill(username)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再次输入').fill(PASSWORD)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByRole('heading', { name: `${username}，注册成功` })).toBeVisible()
  await page.getByRole('button', { name: /^加入已有机构/ }).click()
  await expect(page.getByRole('heading', { name: '您代表哪个机构？' })).toBeVisible()
})

test('lets a guest view the console, but create no task', async () => {
  await page.getByRole('button', { name: '以游客身份浏览' }).click()
  await expect(page.getByText('您正在以游客身份浏览', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '创建任务' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '我的任务', exact: true })).toHaveCount(0)
  await page.goto('/mytask')
  await expect(page.getByRole('heading', { level: 1, name: '我的任务' })).toBeVisible()
  await expect(
    page.getByRole('link', { name: '加入或创建机构' }).or(page.getByRole('button', { name: '加入或创建机构' })),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: '创建任务' })).toHaveCount(0)
})

test('joins a hospital with the invite code of its administrator', async ({ browser }) => {
  const carol = await logInAs(browser, 'carol')
  await carol.getByRole('banner').getByRole('button', { name: '邀请同事' }).click()
  await carol.getByRole('button', { name: '生成邀请码' }).click()
  const made = carol.getByText(/^\d{4} \d{4}$/)
  const code = ((await made.textContent()) as string).replace(' ', '')
  await carol.context().close()

  await page.goto('/')
  await page.getByRole('link', { name: '加入或创建机构' }).click()
  await page.getByRole('tab', { name: '凭邀请码加入' }).click()
  await page.getByRole('textbox', { name: '邀请码' }).fill(code)
  await page.getByRole('button', { name: '加入', exact: true }).click()
  await expect(page.getByRole('heading', { name: '您已加入 山城大学医院' })).toBeVisible()
  const department = page.getByRole('combobox', { name: '部门' })
  await department.click()
  await department.press('ArrowDown')
  await department.press('Enter')
  await page.getByRole('button', { name: '进入首页' }).click()
  await expect(page.getByRole('link', { name: '我的任务', exact: true })).toBeVisible()
  await expect(page.getByText('您正在以游客身份浏览')).toHaveCount(0)
})

test('refuses a wrong password after log-out, with an error in the chosen language', async () => {
  await page.getByRole('button', { name: `${username} 的账号` }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByRole('heading', { name: '登录 Tessera' })).toBeVisible()

  await fillLogin(page, username, 'Wrong@2026')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('密码')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(alert).toContainText('password')
  await expect(alert).not.toContainText(/[\u4e00-\u9fff]/)
})

test('switches the language at once, and keeps it after a reload', async () => {
  await expect(page.getByRole('heading', { name: 'Log in to Tessera' })).toBeVisible()
  await fillLogin(page, username, PASSWORD, 'en')
  await expect(page.getByRole('link', { name: 'My tasks', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('link', { name: '我的任务', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My tasks', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'English' }).click()
  await page.reload()
  await expect(page.getByRole('link', { name: 'My tasks', exact: true })).toBeVisible()
  expect(await page.evaluate('localStorage.getItem("language")')).toBe('en')
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')
})
