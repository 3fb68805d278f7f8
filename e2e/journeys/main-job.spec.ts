import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { PASSWORD } from '../../tools/places.ts'
import { filesIn } from '../archive.ts'
import { captchaAnswer } from '../demo.ts'
import { arrive, comeIn } from '../person.ts'

// Two hospitals train a model together and use it, each at its own screen.
test.describe.configure({ mode: 'serial' })

const ROUNDS = 8
const run = Date.now().toString(36)
const taskName = `Biopsies ${run}`
let alice: Page
let bob: Page
let inviteCode: string

test.afterAll(async () => {
  await alice?.context().close()
  await bob?.context().close()
})

test('Alice logs in with the code of the picture', async ({ browser }) => {
  alice = await arrive(browser, { tongue: 'en' })
  const picture = alice.getByAltText('Picture with the code to type')
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(50)
  await alice.getByLabel('User name, phone or e-mail').fill('alice')
  await alice.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await alice.getByLabel('Picture code', { exact: true }).fill(captchaAnswer)
  await alice.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(alice).toHaveURL('/')
  await expect(alice.getByRole('heading', { level: 1 })).toContainText('alice')
})

test('Alice creates a task and plans it', async () => {
  await alice.getByRole('link', { name: 'My tasks', exact: true }).click()
  await expect(alice.getByRole('heading', { level: 1, name: 'My tasks' })).toBeVisible()
  await alice.getByRole('button', { name: 'Create a task' }).click()
  const dialog = alice.getByRole('dialog', { name: 'Create a task' })
  await dialog.getByLabel('Name', { exact: true }).fill(taskName)
  await dialog.getByLabel('Description').fill('Is the tumour malignant?')
  await dialog.getByText('By invitation', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(alice.getByRole('heading', { level: 1, name: taskName })).toBeVisible()

  await alice.getByRole('radio', { name: /^Biopsies/ }).check()
  await alice.getByRole('radio', { name: 'Only rows I choose' }).check()
  for (const count of [10, 20, 30]) {
    await alice.getByRole('checkbox', { name: 'Choose this page' }).check()
    await expect(alice.getByText(`${count} of 36 rows chosen`)).toBeVisible()
    await alice.getByRole('listitem', { name: 'Next Page' }).click()
    await expect(alice.getByRole('checkbox', { name: 'Choose this page' })).not.toBeChecked()
  }
  await alice.getByRole('button', { name: 'Lend these rows' }).click()
  await expect(alice.getByText('Biopsies, 30 rows')).toBeVisible()

  const label = alice.getByRole('combobox', { name: 'Label: the column to predict' })
  await label.fill('diagnosis')
  await label.press('Enter')
  await alice.getByRole('checkbox', { name: /^symmetry error/ }).uncheck()
  await alice.getByRole('button', { name: 'Save columns and label' }).click()
  await expect(alice.getByText('29 columns predict diagnosis')).toBeVisible()

  await alice.getByRole('radio', { name: /^Logistic regression/ }).check()
  await alice.getByRole('spinbutton', { name: 'Rounds' }).fill(String(ROUNDS))
  await alice.getByRole('button', { name: 'Save algorithm and parameters' }).click()
  await expect(alice.getByText(`Logistic regression, at most ${ROUNDS} rounds`)).toBeVisible()
})

test('Alice signs her ticket and makes an invite code', async () => {
  await signTicket(alice, '30 rows of “Biopsies”, 30 columns')
  await expect(alice.getByRole('heading', { name: 'Ready to start?' })).toBeVisible()
  await alice.getByRole('main').getByRole('button', { name: 'Invite parties' }).first().click()
  const code = alice.getByRole('dialog').getByLabel('Invite code')
  await expect(code).toHaveText(/^\d{8}$/)
  inviteCode = (await code.textContent()) as string
  await alice.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
})

test('Bob joins by the code, lends his rows and signs', async ({ browser }) => {
  bob = await comeIn(browser, 'bob', { tongue: 'en' })
  await bob.getByRole('link', { name: 'Task pool', exact: true }).click()
  await bob.getByRole('button', { name: 'Join by invite code' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Join a task by invite code' })
  await dialog.getByLabel('Invite code').fill(inviteCode)
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(bob.getByRole('heading', { level: 1, name: taskName })).toBeVisible()

  await bob.getByRole('radio', { name: /^Biopsies/ }).check()
  await bob.getByRole('button', { name: 'Lend these rows' }).click()
  await bob.getByRole('dialog').getByRole('button', { name: 'Lend all rows' }).click()
  await expect(bob.getByText("The format matches the initiator's data.")).toBeVisible()
  await signTicket(bob, '100 rows of “Biopsies”, 30 columns')
  await expect(bob.getByRole('heading', { name: 'Your party is ready' })).toBeVisible()
})

test('Alice starts, the curve grows, and percentages come out', async () => {
  const readiness = alice.getByRole('table', { name: 'Readiness of every party' })
  await expect(
    readiness.getByRole('row', { name: /Lakeside.*100 rows.*signed.*ready|湖滨.*100 rows.*signed.*ready/ }),
  ).toBeVisible()
  await alice.getByRole('button', { name: 'Start training' }).click()

  const curve = alice.getByRole('figure', { name: /per round/ })
  await expect(curve).toBeVisible({ timeout: 90_000 })
  await curve.getByRole('button', { name: 'Show as table' }).click()
  const rounds = curve.getByRole('rowheader')
  const before = await rounds.count()
  expect(before).toBeLessThan(ROUNDS)
  await expect.poll(() => rounds.count(), { timeout: 60_000 }).toBeGreaterThan(before)
  await expect(alice.getByText(new RegExp(`^Round \\d of ${ROUNDS}$`))).toBeVisible()

  await expect(alice.getByRole('heading', { name: 'The model is trained' })).toBeVisible({ timeout: 90_000 })
  await expect(alice.getByRole('listitem').filter({ hasText: /^Accuracy/ })).toHaveText(/Accuracy\d{1,3}\.\d{2}\s?%/)
  await expect(alice.getByRole('figure', { name: /per round/ })).toBeVisible()
})

test('Alice publishes the model; Bob finds it in the pool', async () => {
  await alice.getByRole('button', { name: 'Open the model' }).click()
  await expect(alice.getByRole('heading', { name: 'Who contributed' })).toBeVisible()
  await alice.getByRole('button', { name: 'Publish' }).click()
  const dialog = alice.getByRole('dialog', { name: 'Publish to the model pool' })
  await dialog.getByLabel('Name', { exact: true }).fill(taskName)
  await dialog.getByLabel('Introduction').fill('Malignant or benign, from cell nuclei.')
  await dialog.getByLabel('How to use it').fill('Enter the measurements of one biopsy.')
  await dialog.getByLabel('Where it applies').fill('Second opinions.')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(alice.getByText(`${taskName} is in the model pool now.`)).toBeVisible()

  await bob.getByRole('link', { name: 'Model pool', exact: true }).click()
  await bob.getByRole('textbox', { name: 'Search the model pool by name' }).fill(taskName)
  await bob.getByRole('link', { name: taskName }).click()
  await expect(bob.getByRole('heading', { level: 1, name: taskName })).toBeVisible()
  await expect(bob.getByText('Malignant or benign, from cell nuclei.')).toBeVisible()
})

test('Alice takes the ONNX file and its card with her', async () => {
  const arrival = alice.waitForEvent('download')
  await alice.getByRole('button', { name: 'Download', exact: true }).click()
  const files = await filesIn(await (await arrival).path())
  expect([...files.keys()].sort()).toEqual(expect.arrayContaining(['card.json', 'model.onnx']))
  expect(files.get('model.onnx')?.length).toBeGreaterThan(500)
  expect(JSON.parse(String(files.get('card.json')))).toMatchObject({ label: 'diagnosis' })
})

test('Alice predicts one case by form, with the example filled in', async () => {
  await alice.getByRole('button', { name: 'Use it' }).click()
  const dialog = alice.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(`Case ${run}`)
  await dialog.getByLabel('Description').fill('One case')
  await dialog.getByRole('button', { name: 'Create and open' }).click()
  await expect(alice.getByLabel('mean radius', { exact: true })).not.toHaveValue('')
  await alice.getByRole('button', { name: 'Predict', exact: true }).click()
  await expect(alice.getByRole('heading', { name: 'Result' })).toBeVisible()
  await expect(alice.getByText('Predicted diagnosis')).toBeVisible()
  await expect(alice.getByText(/^(malignant|benign)$/).first()).toBeVisible()
})

test('Alice predicts a whole dataset of her own and fetches the result', async () => {
  await alice.getByText('One of my datasets', { exact: true }).click()
  const dataset = alice.getByRole('combobox', { name: 'Dataset' })
  await dataset.fill('Held-out')
  await dataset.press('Enter')
  await alice.getByRole('button', { name: 'Predict this dataset' }).click()
  await expect(alice.getByText('115 rows predicted')).toBeVisible({ timeout: 60_000 })
  await expect(alice.getByText(/\d\.\d{2}\s?% of the rows agree with the label diagnosis/)).toBeVisible()
  const arrival = alice.waitForEvent('download')
  await alice.getByRole('button', { name: 'Download the result (CSV)' }).click()
  const lines = readFileSync(await (await arrival).path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines).toHaveLength(116)
})

test('Alice finds her ticket and withdraws it, told first what follows', async () => {
  await alice.getByRole('link', { name: 'Consent tickets', exact: true }).click()
  const ticket = alice.getByRole('listitem').filter({ has: alice.getByRole('link', { name: taskName }) })
  await expect(ticket).toContainText('Signed')
  await expect(ticket).toContainText(`${ROUNDS} rounds, ${ROUNDS} used`)
  await ticket.getByRole('button', { name: `Withdraw the ticket for ${taskName}` }).click()
  const dialog = alice.getByRole('dialog', { name: `Withdraw the ticket for “${taskName}”?` })
  await expect(dialog).toContainText('To take part again a new ticket is needed.')
  await dialog.getByRole('button', { name: 'Withdraw the ticket' }).click()
  await expect(ticket.getByText('Withdrawn', { exact: true })).toBeVisible()
})

/** Opens the ticket, reads what it lends, and signs. */
async function signTicket(page: Page, lent: string) {
  await page.getByRole('button', { name: 'Read the ticket' }).click()
  const ticket = page.getByRole('article', { name: `Consent ticket: ${taskName}` })
  await expect(ticket).toContainText(lent)
  await expect(ticket).toContainText(`${ROUNDS} rounds`)
  await expect(ticket).toContainText('The rows themselves. They are read only inside your own edge.')
  await ticket.getByRole('button', { name: 'Sign the ticket' }).click()
}
