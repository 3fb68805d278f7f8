import { expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { PARTIES } from '../../tools/places.ts'
import { closeJoining, createTask } from '../../tools/steps.ts'
import { limit } from '../../tools/testing/limits.ts'
import { zipOf } from '../archive.ts'
import { frameOf, logInAs } from '../person.ts'
import { confirmInWindow, confirmNames, openTicket, showPin, signTicket } from '../signing.ts'
import { textsIn } from '../words.ts'
import { member } from '../world.ts'

// Two hospitals use different names for the same columns, and one hospital has a class that the other lacks. Alice uses
// the console in English, Bob in Chinese.
const [ALICE, BOB] = PARTIES
const run = Date.now().toString(36)
const taskName = `Fever ${run}`
const en = textsIn('en')
const cn = textsIn('cn')
/** Column names of both hospitals that the console recognises as synonyms and proposes as pairs. */
const MEANT = { age: '年龄', temperature: '体温', heart_rate: '心率', outcome: '结局' }
const ROUNDS = '4'

test.describe.configure({ mode: 'serial' })

let alice: Page
let bob: Page
let taskId: string

test.beforeAll(async ({ browser }) => {
  const [initiator, participant] = [await member(ALICE), await member(BOB)]
  const columns = Object.keys(MEANT)
  await sendTable(initiator, `Clinic ${run}`, columns, ['flu', 'cold', 'unclear'])
  // The second hospital has its columns in another order, and temperatures as whole numbers.
  await sendTable(participant, `County ${run}`, Object.values(MEANT).toReversed(), ['cold', 'flu'])
  taskId = await createTask(initiator, taskName, 'public', 'federated')
  await participant.call(wire.JoinTask, { taskId })
  alice = await logInAs(browser, ALICE.username, { tongue: 'en' })
  bob = await logInAs(browser, BOB.username, { tongue: 'cn' })
})

test.afterAll(async () => {
  await alice?.context().close()
  await bob?.context().close()
})

test('lets Alice select two of her three classes and disclose their names', async () => {
  await alice.goto(`/mytask/mytaskDetail?id=${taskId}`)
  await offerAll(alice, en, `Clinic ${run}`)
  const label = alice.getByRole('combobox', { name: en('task', 'columns.label') })
  await label.fill('outcome')
  await label.press('Enter')
  await alice.getByRole('button', { name: en('task', 'columns.submit') }).click()
  await alice.getByRole('radio', { name: /^Logistic regression/ }).check()
  await alice.getByRole('spinbutton', { name: 'Rounds' }).fill(ROUNDS)
  await alice.getByRole('button', { name: en('task', 'algorithm.submit') }).click()

  await alice.getByRole('button', { name: opener(en) }).click()
  await showPin(alice, en)
  const frame = frameOf(alice)
  await frame.getByRole('checkbox', { name: /^unclear/ }).uncheck()
  await expect(
    frame.getByText(en('classes', 'classes.narrowed', { chosen: 60, rows: en('rows', 'count.row', { count: 90 }) })),
  ).toBeVisible()
  const agree = en('classes', 'classes.name')
  await confirmInWindow(alice, frame.getByRole('button', { name: agree }), agree, 'flu')
  await expect(alice.getByText(en('task', 'prepare.classes.named', { count: 2 }))).toBeVisible()
  await confirmNames(alice, en)
  await closeJoining(await member(ALICE), taskId)
  await sign(alice, en)
})

test('proposes to Bob which of his columns match Alice’s, and shows his rows under the task’s column names', async () => {
  await bob.goto(`/mytask/mytaskDetail?id=${taskId}`)
  await bob.getByRole('radio', { name: `County ${run}` }).check()
  await bob.getByRole('button', { name: cn('task', 'dataset.submit') }).click()
  const differences = bob.getByRole('dialog', { name: cn('task', 'compare.title') })
  for (const [wanted, own] of Object.entries(MEANT)) {
    const row = differences.getByRole('row').filter({ has: bob.getByRole('rowheader', { name: wanted, exact: true }) })
    await expect(row).toContainText(own)
  }
  await differences.getByRole('button', { name: cn('task', 'compare.accept') }).click()
  await confirmAll(bob, cn)
  await expect(bob.getByText(cn('task', 'mapping.title', { count: 4 })).first()).toBeVisible()

  await showPin(bob, cn)
  const agree = cn('classes', 'classes.name')
  await confirmInWindow(bob, frameOf(bob).getByRole('button', { name: agree }), agree, 'cold')
  await expect(bob.getByText(cn('task', 'prepare.classes.named', { count: 2 }))).toBeVisible()
  await confirmNames(bob, cn)
  await sign(bob, cn, cn('grant', 'ticket.mapping.one', { from: '年龄', column: 'age' }))
})

test('lets Alice set one code for each class of all parties, and then trains a model', async () => {
  await alice.getByRole('button', { name: en('task', 'ready.start') }).click()
  const rules = alice.getByRole('dialog', { name: en('task', 'rules.title') })
  await expect(rules.getByRole('rowheader')).toHaveText(['cold', 'flu'])
  await expect(rules.getByRole('row').nth(1)).toContainText(ALICE.name.en)
  await expect(rules.getByRole('row').nth(1)).toContainText(BOB.name.en)
  const code = rules.getByLabel(en('task', 'rules.code.label', { name: 'flu' }))
  await code.fill('2')
  await rules.getByRole('button', { name: en('task', 'rules.submit') }).click()
  await expect(rules.getByRole('alert')).toHaveText(en('task', 'rules.problem.gap', { last: 1, missing: 1 }))
  await code.fill('1')
  await rules.getByRole('button', { name: en('task', 'rules.submit') }).click()
  await expect(alice.getByRole('heading', { name: en('run', 'finished.title') })).toBeVisible({
    timeout: limit(90_000),
  })
})

/** Uploads a table with 30 rows per class. The temperature determines the class, so that a model can learn it. */
async function sendTable(
  client: Awaited<ReturnType<typeof member>>,
  name: string,
  columns: string[],
  classes: string[],
) {
  const rows = classes.flatMap((outcome, at) =>
    Array.from({ length: 30 }, (_none, index) => {
      const values: Record<string, string | number> = {
        age: 20 + ((index * 7) % 60),
        temperature: 36 + at * 2 + (index % 3),
        heart_rate: 60 + ((index * 11) % 50),
        outcome,
      }
      return columns.map((column) => values[column] ?? values[meaning(column)]).join(',')
    }),
  )
  const zip = await zipOf('cases.csv', `${columns.join(',')}\n${rows.join('\n')}\n`)
  const { draftId } = await client.upload(wire.UploadZip, new Blob([zip]), 'cases.zip')
  await client.call(wire.SaveDataset, { draftId, name, description: 'Fever', sharing: 'party' })
}

const meaning = (own: string) => Object.entries(MEANT).find(([, name]) => name === own)?.[0] ?? own

async function offerAll(page: Page, say: typeof en, dataset: string) {
  await page.getByRole('radio', { name: dataset }).check()
  await page.getByRole('button', { name: say('task', 'dataset.submit') }).click()
  await confirmAll(page, say)
}

const confirmAll = (page: Page, say: typeof en) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: say('task', 'dataset.confirm.submit') })
    .click()

const opener = (say: typeof en) => say('task', 'prepare.open.label', { step: say('task', 'prepare.classes') })

async function sign(page: Page, say: typeof en, text = '') {
  const ticket = await openTicket(page, taskName, say)
  await expect(ticket).toContainText(text)
  await signTicket(page, ticket, say)
}
