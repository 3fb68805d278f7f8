import { expect, type Page, test } from '@playwright/test'
import { zipOf } from '../archive.ts'
import { comeIn, faultless, roomOf, uploadOf } from '../person.ts'
import { goIn, openEdgePage, showPin, typePin } from '../signing.ts'
import { pattern, speak } from '../words.ts'

// Somebody brings a table to the own edge; others learn its columns and nothing more.
test.describe.configure({ mode: 'serial' })

const datasetName = `门诊随访 ${Date.now()}`
const HEAD = 'patient,age,visit_day,smoker,outcome'
const ROWS = Array.from(
  { length: 25 },
  (_row, index) =>
    `P-${index + 1},${30 + index},2026-03-${String(index + 1).padStart(2, '0')},${index % 2 === 0},${index % 3 ? '好转' : '无变化'}`,
)
const say = speak('cn')
let page: Page

test.beforeAll(async ({ browser }) => {
  page = await comeIn(browser, 'bob')
})
test.afterAll(() => page.context().close())

test('a broken archive is refused in Chinese, with a way on', async () => {
  await page.getByRole('link', { name: '我的数据', exact: true }).click()
  await page.getByRole('button', { name: '上传数据' }).click()
  await choose('broken.zip', Buffer.from('this is no archive'))
  const alert = uploadOf(page).getByRole('alert')
  await expect(alert).toContainText('压缩包无法读取')
  await expect(alert).not.toContainText(/[a-z]+ [a-z]+ [a-z]+/)
})

test('a table is uploaded, looked at, named and kept', async () => {
  await faultless(page)
  await page.evaluate(`(() => {
    window.heard = []
    addEventListener('message', ({ data }) => window.heard.push(JSON.stringify(data)))
  })()`)
  await choose('visits.zip', await zipOf('visits.csv', `${[HEAD, ...ROWS].join('\n')}\n`))
  await expect(page.getByRole('dialog', { name: '数据节点的识别结果' })).toBeVisible()
  const room = uploadOf(page)
  for (const [term, count] of [
    ['读取行数', '25'],
    ['未采用', '0'],
    ['列数', '5'],
  ]) {
    await expect(room.locator('dl > div', { hasText: term })).toContainText(count as string)
  }
  // How much was read is told without; what is in it is shown in a session.
  await showPin(page, say, room)
  for (const [column, type] of [
    ['patient', '文本'],
    ['age', '整数'],
    ['visit_day', '日期'],
    ['smoker', '是 / 否'],
  ]) {
    await expect(room.getByRole('row', { name: `${column} ${type}` })).toBeVisible()
  }
  await expect(room.getByRole('cell', { name: 'P-1', exact: true })).toBeVisible()
})

test('what was begun is there again after a walk through other pages, and the keyboard closes and opens it', async () => {
  const room = uploadOf(page)
  await faultless(page)
  await room.getByLabel('名称').fill(datasetName)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: '数据池', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '数据池' })).toBeVisible()
  await page.getByRole('button', { name: '立即命名' }).press('Enter')
  await expect(room.getByLabel('名称')).toHaveValue(datasetName)
})

test('the platform’s page hears how far it is, and sees neither file nor rows', async () => {
  const heard = await page.evaluate<string[]>('window.heard')
  expect(heard).toContain('{"say":"upload","state":"review","percent":100}')
  const fixed = /^\{"say":("hide"|"height","pixels":\d+|"upload","state":"[a-z]+","percent":\d+)\}$/
  expect(heard.filter((text) => !fixed.test(text))).toEqual([])
  const content = await page.content()
  for (const secret of ['visits', 'P-1', '好转', datasetName]) expect(content).not.toContain(secret)
})

test('it is saved under its name, and shown', async () => {
  const room = uploadOf(page)
  await room.getByLabel('简介').fill('每行一次随访，来自 2026 年 3 月。')
  await room.getByRole('radio', { name: '本机构全体' }).check()
  await room.getByRole('button', { name: '保存数据集' }).click()
  await expect(page.getByRole('heading', { level: 1, name: datasetName })).toBeVisible()
})

test('its owner pages through the rows', async () => {
  await showPin(page, say)
  await expect(roomOf(page).getByRole('cell', { name: 'P-1', exact: true })).toBeVisible()
  await roomOf(page).getByRole('listitem', { name: '下一页' }).click()
  await expect(roomOf(page).getByRole('cell', { name: 'P-11', exact: true })).toBeVisible()
  await expect(roomOf(page).getByRole('cell', { name: 'P-1', exact: true })).toBeHidden()
})

test('another party sees columns and formats only', async ({ browser }) => {
  const carol = await comeIn(browser, 'carol')
  await carol.getByRole('link', { name: '数据池', exact: true }).click()
  await carol.getByRole('textbox', { name: '按名称搜索数据池' }).fill(datasetName)
  await carol.getByRole('link', { name: datasetName }).click()
  await expect(carol.getByRole('heading', { name: '列与格式' })).toBeVisible()
  await expect(carol.getByRole('row', { name: 'age 整数' })).toBeVisible()
  await expect(carol.getByText('P-1', { exact: true })).toHaveCount(0)
  await expect(carol.getByText('好转')).toHaveCount(0)
  await expect(carol.getByRole('button', { name: '删除数据集' })).toHaveCount(0)
  await carol.context().close()
})

test('its owner takes it off the lists, told first what becomes of the rows', remove)

test('its rows lie at the edge until a signer brings them back there, or deletes them', async () => {
  await decide('back', 'back.done')
  await page.goto('/mydata')
  await page.getByRole('link', { name: datasetName }).click()
  await expect(roomOf(page).getByRole('cell', { name: 'P-1', exact: true })).toBeVisible()
  await remove()
  await decide('delete', 'until')
})

async function remove() {
  await page.getByRole('button', { name: '删除数据集' }).click()
  const dialog = page.getByRole('dialog', { name: `删除数据集 ${datasetName}？` })
  await expect(dialog).toContainText('其数据（25 行）仍保存在')
  await dialog.getByRole('button', { name: '删除数据集' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '我的数据' })).toBeVisible()
  await page.getByRole('textbox', { name: '按名称搜索我的数据' }).fill(datasetName)
  await expect(page.getByText('没有找到', { exact: true })).toBeVisible()
}

/** With the PIN, on the edge's own page; what it says then is looked for. */
async function decide(act: 'back' | 'delete', then: string) {
  const edge = await openEdgePage(page, page.getByRole('button', { name: say('dataset', 'my.removed') }))
  await goIn(edge, say)
  await faultless(edge)
  await edge.getByRole('button', { name: say('rooms', `removed.${act}.label`, { name: datasetName }) }).click()
  await faultless(edge)
  await typePin(edge, say, say('rooms', `removed.${act}.pin`))
  await expect(edge.getByText(pattern(say('rooms', `removed.${then}`)))).toBeVisible()
  await edge.close()
}

/** Hands a file to the open upload dialog. */
async function choose(name: string, content: Buffer) {
  await uploadOf(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: content })
}
