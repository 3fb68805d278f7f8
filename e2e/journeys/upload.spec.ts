import { expect, type Page, test } from '@playwright/test'
import { zipOf } from '../archive.ts'
import { expectNoAxeFindings, frameOf, logInAs, uploadOf } from '../person.ts'
import { goIn, openEdgePage, showPin, typePin } from '../signing.ts'
import { pattern, textsIn } from '../words.ts'

// A member uploads a table to the edge of their party. Other parties see its columns, but no values.
test.describe.configure({ mode: 'serial' })

const datasetName = `门诊随访 ${Date.now()}`
const HEAD = 'patient,age,visit_day,smoker,outcome'
const ROWS = Array.from(
  { length: 25 },
  (_row, index) =>
    `P-${index + 1},${30 + index},2026-03-${String(index + 1).padStart(2, '0')},${index % 2 === 0},${index % 3 ? '好转' : '无变化'}`,
)
const say = textsIn('cn')
let page: Page

test.beforeAll(async ({ browser }) => {
  page = await logInAs(browser, 'bob')
})
test.afterAll(() => page.context().close())

test('refuses a broken archive in Chinese, and names the next step for the user', async () => {
  await page.getByRole('link', { name: '我的数据', exact: true }).click()
  await page.getByRole('button', { name: '上传数据' }).click()
  await choose('broken.zip', Buffer.from('this is no archive'))
  const alert = uploadOf(page).getByRole('alert')
  await expect(alert).toContainText('压缩包无法读取')
  await expect(alert).not.toContainText(/[a-z]+ [a-z]+ [a-z]+/)
})

test('uploads a table, shows a summary, and saves it under a name', async () => {
  await expectNoAxeFindings(page)
  await page.evaluate(`(() => {
    window.received = []
    addEventListener('message', ({ data }) => window.received.push(JSON.stringify(data)))
  })()`)
  await choose('visits.zip', await zipOf('visits.csv', `${[HEAD, ...ROWS].join('\n')}\n`))
  await expect(page.getByRole('dialog', { name: '数据节点的识别结果' })).toBeVisible()
  const frame = uploadOf(page)
  for (const [term, count] of [
    ['读取行数', '25'],
    ['未采用', '0'],
    ['列数', '5'],
  ]) {
    await expect(frame.locator('dl > div', { hasText: term })).toContainText(count as string)
  }
  // The edge shows the number of rows without a session; the rows themselves require one.
  await showPin(page, say, frame)
  for (const [column, type] of [
    ['patient', '文本'],
    ['age', '整数'],
    ['visit_day', '日期'],
    ['smoker', '是 / 否'],
  ]) {
    await expect(frame.getByRole('row', { name: `${column} ${type}` })).toBeVisible()
  }
  await expect(frame.getByRole('cell', { name: 'P-1', exact: true })).toBeVisible()
})

test('keeps an unfinished upload while other pages are open, and opens and closes it by keyboard', async () => {
  const frame = uploadOf(page)
  await expectNoAxeFindings(page)
  await frame.getByLabel('名称').fill(datasetName)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: '数据池', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '数据池' })).toBeVisible()
  await page.getByRole('button', { name: '立即命名' }).press('Enter')
  await expect(frame.getByLabel('名称')).toHaveValue(datasetName)
})

test('reports the progress to the platform’s page, but neither the file nor its rows', {
  annotation: { type: 'claim', description: 'row-access.upload-contents' },
}, async () => {
  const received = await page.evaluate<string[]>('window.received')
  expect(received).toContain('{"say":"upload","state":"review","percent":100}')
  const fixed = /^\{"say":("hide"|"height","pixels":\d+|"upload","state":"[a-z]+","percent":\d+)\}$/
  expect(received.filter((text) => !fixed.test(text))).toEqual([])
  const content = await page.content()
  for (const secret of ['visits', 'P-1', '好转', datasetName]) expect(content).not.toContain(secret)
})

test('saves the dataset under its name, and shows it', async () => {
  const frame = uploadOf(page)
  await frame.getByLabel('简介').fill('每行一次随访，来自 2026 年 3 月。')
  await frame.getByRole('radio', { name: '本机构全体' }).check()
  await frame.getByRole('button', { name: '保存数据集' }).click()
  await expect(page.getByRole('heading', { level: 1, name: datasetName })).toBeVisible()
})

test('lets the owner page through the rows', async () => {
  await showPin(page, say)
  await expect(frameOf(page).getByRole('cell', { name: 'P-1', exact: true })).toBeVisible()
  await frameOf(page).getByRole('listitem', { name: '下一页' }).click()
  await expect(frameOf(page).getByRole('cell', { name: 'P-11', exact: true })).toBeVisible()
  await expect(frameOf(page).getByRole('cell', { name: 'P-1', exact: true })).toBeHidden()
})

test('shows another party only columns and formats', async ({ browser }) => {
  const carol = await logInAs(browser, 'carol')
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

test('lets the owner remove the dataset from the lists, after a notice about its rows', remove)

test('keeps the rows of a removed dataset at the edge until a signer restores or deletes them', async () => {
  await decide('back', 'back.done')
  await page.goto('/mydata')
  await page.getByRole('link', { name: datasetName }).click()
  await expect(frameOf(page).getByRole('cell', { name: 'P-1', exact: true })).toBeVisible()
  await remove()
  await decide('delete', 'until')
})

async function remove() {
  await page.getByRole('button', { name: '删除数据集' }).click()
  const dialog = page.getByRole('dialog', { name: `删除数据集 ${datasetName}？` })
  await expect(dialog).toContainText('其数据（25 条样本）仍保存在')
  await dialog.getByRole('button', { name: '删除数据集' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '我的数据' })).toBeVisible()
  await page.getByRole('textbox', { name: '按名称搜索我的数据' }).fill(datasetName)
  await expect(page.getByText('没有找到', { exact: true })).toBeVisible()
}

/** Restores or deletes the rows on the edge's own page with the PIN, and expects this message. */
async function decide(act: 'back' | 'delete', then: string) {
  const edge = await openEdgePage(page, page.getByRole('button', { name: say('dataset', 'my.removed') }))
  await goIn(edge, say)
  await expectNoAxeFindings(edge)
  await edge.getByRole('button', { name: say('edgePages', `removed.${act}.label`, { name: datasetName }) }).click()
  await expectNoAxeFindings(edge)
  await typePin(edge, say, say('edgePages', `removed.${act}.pin`))
  await expect(edge.getByText(pattern(say('edgePages', `removed.${then}`)))).toBeVisible()
  await edge.close()
}

/** Selects this file in the open upload dialog. */
async function choose(name: string, content: Buffer) {
  await uploadOf(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: content })
}
