import { expect, type Locator, type Page, test } from '@playwright/test'
import { DEMO_PASSWORD } from '../../apps/platform/src/lib/demo.ts'
import { DATASET } from '../../tools/demo-names.ts'
import { SIGNING_PIN } from '../../tools/places.ts'
import { limit } from '../../tools/testing/limits.ts'
import { captchaAnswer } from '../demo.ts'
import { arrive, frameOf, settled, tabTo } from '../person.ts'
import { fewRows, untilClosed } from '../signing.ts'
import { pattern, textsIn } from '../words.ts'

// The main job by two users with the keyboard alone. Each control has the focus before it is pressed, and after each
// step the focus is still on the page's content.
const say = textsIn('en')
const ROUNDS = 3

test('returns the focus to the button when Escape closes its dialog, also the first time', async ({ browser }) => {
  const alice = await arrive(browser, { tongue: 'en' })
  await logIn(alice, 'alice')
  const opener = alice.getByRole('button', { name: 'Feedback' })
  await press(alice, opener)
  await expect(alice.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await alice.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await alice.context().close()
})

test('keeps a dialog open that Enter opened from a menu, focuses its first field, and returns the focus on closing', async ({
  browser,
}) => {
  const alice = await arrive(browser, { tongue: 'en' })
  await logIn(alice, 'alice')
  for (const [item, field] of [
    [say('app', 'changePassword'), say('account', 'oldPassword')],
    [say('app', 'deleteAccount'), say('account', 'deletePassword')],
  ] as const) {
    const opener = alice.getByRole('button', { name: /^Account of / })
    await press(alice, opener)
    await walkTo(alice, item)
    await alice.keyboard.press('Enter')
    await expect(alice.getByRole('dialog').getByLabel(field)).toBeFocused()
    await alice.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
  await alice.context().close()
})

/** Moves by arrow keys to an entry of the open menu. The menu takes the focus shortly after it appears. */
async function walkTo(page: Page, entry: string) {
  const focused = page.locator('[role="menuitem"]:focus')
  await expect(focused).toBeVisible()
  for (let step = 0; step < 10; step++) {
    const at = (await focused.textContent()) ?? ''
    if (at === entry) return
    await page.keyboard.press('ArrowDown')
    await expect(focused).not.toHaveText(at)
  }
  throw new Error(`the menu has no entry “${entry}”`)
}

test('completes the whole main job with the keyboard alone', { tag: '@long' }, async ({ browser }) => {
  const name = `By keys ${Date.now().toString(36)}`
  const alice = await arrive(browser, { tongue: 'en' })
  await logIn(alice, 'alice')
  await follow(alice, say('app', 'myTasks'))
  await test.step('create', async () => {
    const create = alice.getByRole('button', { name: say('task', 'create.title') })
    await press(alice, create)
    const dialog = alice.getByRole('dialog', { name: say('task', 'create.title') })
    await expect(dialog.getByLabel(say('task', 'create.name'), { exact: true })).toBeFocused()
    await alice.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(create).toBeFocused()
    await alice.keyboard.press('Enter')
    await expect(dialog.getByLabel(say('task', 'create.name'), { exact: true })).toBeFocused()
    await alice.keyboard.type(name)
    await type(alice, dialog.getByLabel(say('task', 'create.description')), 'Is the tumour malignant?')
    await choose(alice, dialog.getByRole('radio', { name: say('task', 'visibility.invite-only') }))
    await press(alice, dialog.getByRole('button', { name: say('task', 'create.submit'), exact: true }))
    await expect(alice.getByRole('heading', { level: 1, name })).toBeVisible()
    await settled(alice)
  })

  await test.step('plan', async () => {
    await choose(alice, alice.getByRole('radio', { name: DATASET }))
    await choose(alice, alice.getByRole('radio', { name: say('task', 'dataset.rows.some') }))
    const edgeFrame = frameOf(alice)
    await openSession(alice, edgeFrame.getByRole('button', { name: say('edgePages', 'outside.open') }))
    const tick = edgeFrame.getByRole('checkbox', { name: say('kinds', 'tick.page') })
    for (const count of [10, 20, 30]) {
      await press(alice, tick, 'Space')
      await expect(
        edgeFrame.getByText(say('edgePages', 'choose.rows.selected', { selected: count, total: 36 })),
      ).toBeVisible()
      if (count === 30) break
      await press(alice, edgeFrame.getByRole('listitem', { name: 'Next Page' }))
      await expect(tick).not.toBeChecked()
    }
    await press(alice, edgeFrame.getByRole('button', { name: say('edgePages', 'choose.submit') }))
    await expect(
      alice.getByText(
        say('task', 'prepare.dataset.done', { name: DATASET, rows: say('rows', 'count.row', { count: 30 }) }),
      ),
    ).toBeVisible()
    await keepsFocus(alice)
    await type(alice, alice.getByRole('combobox', { name: say('task', 'columns.label') }), 'diagnosis')
    await alice.keyboard.press('Enter')
    await press(alice, alice.getByRole('checkbox', { name: /^symmetry error/ }), 'Space')
    await press(alice, alice.getByRole('button', { name: say('task', 'columns.submit') }))
    await expect(
      alice.getByText(say('task', 'prepare.columns.done', { columns: 29, label: 'diagnosis' })),
    ).toBeVisible()
    await keepsFocus(alice)
    await choose(alice, alice.getByRole('radio', { name: /^Logistic regression/ }))
    await type(alice, alice.getByRole('spinbutton', { name: 'Rounds' }), String(ROUNDS))
    await press(alice, alice.getByRole('button', { name: say('task', 'algorithm.submit') }))
    await expect(
      alice.getByText(say('task', 'prepare.algorithm.done', { name: 'Logistic regression', rounds: ROUNDS })),
    ).toBeVisible()
    await keepsFocus(alice)
    await confirmNames(alice)
    await press(alice, alice.getByRole('button', { name: say('task', 'positive.submit') }))
    await expect(alice.getByText(say('task', 'prepare.positive.done', { name: 'malignant' }))).toBeVisible()
    await keepsFocus(alice)
  })

  const code = await test.step('invite', async () => {
    const invite = alice
      .getByRole('main')
      .getByRole('button', { name: say('task', 'invite.open') })
      .first()
    await press(alice, invite)
    const dialog = alice.getByRole('dialog')
    await tabTo(alice, dialog.getByRole('tab', { selected: true }))
    await alice.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('tab', { name: say('task', 'invite.byCode') })).toBeFocused()
    await alice.keyboard.press('Enter')
    const shown = dialog.getByLabel(say('task', 'invite.code'), { exact: true })
    await expect(shown).toHaveText(/^\d{8}$/)
    const text = (await shown.textContent()) as string
    await press(alice, dialog.getByRole('button', { name: say('task', 'close') }))
    await expect(dialog).toBeHidden()
    await expect(invite).toBeFocused()
    return text
  })

  const bob = await arrive(browser, { tongue: 'en' })
  await test.step('join', async () => {
    await logIn(bob, 'bob')
    await follow(bob, say('app', 'taskPool'))
    const enter = bob.getByRole('button', { name: say('task', 'pool.byCode') })
    await press(bob, enter)
    const dialog = bob.getByRole('dialog', { name: say('task', 'code.title') })
    const field = dialog.getByLabel(say('task', 'invite.code'), { exact: true })
    await expect(field).toBeFocused()
    await bob.keyboard.press('Escape')
    await expect(enter).toBeFocused()
    await bob.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await bob.keyboard.type(code)
    await bob.keyboard.press('Enter')
    await expect(bob.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  await test.step('close joining and sign', async () => {
    await press(alice, alice.getByRole('button', { name: say('task', 'joining.close') }))
    await press(alice, alice.getByRole('dialog').getByRole('button', { name: say('task', 'joining.close') }))
    await expect(alice.getByRole('button', { name: say('task', 'joining.reopen') })).toBeVisible()
    await keepsFocus(alice)
    await sign(alice, name)
    await expect(alice.getByRole('heading', { name: say('task', 'ready.title') })).toBeVisible()
  })

  await test.step('the other offers rows and signs', async () => {
    await choose(bob, bob.getByRole('radio', { name: DATASET }))
    await press(bob, bob.getByRole('button', { name: say('task', 'dataset.submit') }))
    await press(bob, bob.getByRole('dialog').getByRole('button', { name: say('task', 'dataset.confirm.submit') }))
    await expect(bob.getByText(say('task', 'compare.matches'))).toBeVisible()
    await keepsFocus(bob)
    await confirmNames(bob)
    await sign(bob, name)
    await expect(bob.getByRole('heading', { name: say('task', 'waitingPanel.title') })).toBeVisible()
    await bob.context().close()
  })

  await test.step('start, and read the scores', async () => {
    await press(alice, alice.getByRole('button', { name: say('task', 'ready.start') }))
    await expect(alice.getByRole('heading', { name: say('run', 'finished.title') })).toBeVisible({
      timeout: limit(90_000),
    })
    await keepsFocus(alice)
    const figure = alice.getByRole('figure', { name: pattern(say('run', 'training.chart')) })
    await press(alice, figure.getByRole('button', { name: say('ui', 'asTable') }))
    await expect(figure.getByRole('rowheader').first()).toBeVisible()
  })

  await test.step('publish', async () => {
    await press(alice, alice.getByRole('button', { name: say('run', 'finished.model') }))
    const publish = alice.getByRole('button', { name: say('model', 'action.publish') })
    await expect(publish).toBeVisible()
    await settled(alice)
    await press(alice, publish)
    const dialog = alice.getByRole('dialog', { name: say('model', 'publish.title') })
    await type(alice, dialog.getByLabel(say('task', 'create.name'), { exact: true }), name)
    for (const field of ['description', 'instruction', 'application']) {
      await type(alice, dialog.getByLabel(say('model', `field.${field}`)), 'Malignant or benign')
    }
    await press(alice, dialog.getByRole('checkbox'), 'Space')
    await press(alice, dialog.getByRole('button', { name: say('model', 'publish.submit'), exact: true }))
    await expect(alice.getByText(say('model', 'publish.done', { name }))).toBeVisible()
    await expect(dialog).toBeHidden()
    await keepsFocus(alice)
  })

  await test.step('predict one case', async () => {
    await press(alice, alice.getByRole('button', { name: say('model', 'action.use') }))
    // The session in which Alice selected her rows is still open.
    const edgeFrame = frameOf(alice)
    await expect(edgeFrame.getByLabel('mean radius', { exact: true })).not.toHaveValue('')
    await press(alice, edgeFrame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }))
    const answer = edgeFrame.getByRole('region', { name: say('inference', 'result.title') })
    await expect(answer.getByText(/^(malignant|benign)$/).first()).toBeVisible()
    await expect(answer).toBeFocused()
    await press(alice, answer.getByRole('button', { name: say('inference', 'once.keep') }))
    const dialog = edgeFrame.getByRole('dialog', { name: say('inference', 'keep.title') })
    await type(alice, dialog.getByLabel(say('inference', 'keep.name'), { exact: true }), name)
    await type(alice, dialog.getByLabel(say('inference', 'keep.description')), 'One case')
    await press(alice, dialog.getByRole('button', { name: say('inference', 'keep.submit') }))
    await expect(edgeFrame.getByRole('heading', { level: 2, name })).toBeVisible()
    await keepsFocus(alice)
  })
  await alice.context().close()
})

async function logIn(page: Page, account: string) {
  // Reloads the page to reset the focus, because the language was switched with the mouse.
  await page.reload()
  await expect(page.getByLabel(say('account', 'account'))).toBeFocused()
  await page.keyboard.type(account)
  await type(page, page.getByLabel(say('account', 'password'), { exact: true }), DEMO_PASSWORD)
  await type(page, page.getByLabel(say('account', 'captcha'), { exact: true }), captchaAnswer)
  await page.keyboard.press('Enter')
}

async function follow(page: Page, link: string) {
  await expect(page.getByRole('link', { name: link, exact: true })).toBeVisible()
  // Waits, because an element that is redrawn while the page loads loses the focus.
  await settled(page)
  await press(page, page.getByRole('link', { name: link, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible()
}

async function confirmNames(page: Page) {
  const edgeFrame = frameOf(page)
  const ask = edgeFrame.getByRole('button', { name: say('edgePages', 'outside.open') })
  const read = edgeFrame.getByRole('button', { name: say('names', 'names.read') })
  await expect(ask.or(read)).toBeVisible()
  if (await ask.isVisible()) await openSession(page, ask)
  const arrival = page.context().waitForEvent('page')
  await press(page, read)
  const edge = await arrival
  const submit = edge.getByRole('button', { name: say('names', 'names.submit') })
  await expect(submit).toBeEnabled()
  await tabTo(edge, submit)
  await untilClosed(edge, edge.keyboard.press('Enter'))
  await expect(page.getByText(say('task', 'prepare.names.done'), { exact: true })).toBeVisible()
  await keepsFocus(page)
}

/** Opens a session in the window that the edge's frame opens. The window then closes automatically. */
async function openSession(page: Page, button: Locator) {
  const arrival = page.context().waitForEvent('page')
  await press(page, button)
  const edge = await arrival
  await type(edge, edge.getByLabel(say('signing', 'proof.pin')), SIGNING_PIN)
  await untilClosed(edge, edge.keyboard.press('Enter'))
}

async function sign(page: Page, task: string) {
  // The ticket opens automatically after the user confirms the categories and classes.
  const ticket = page.getByRole('article', { name: `${say('grant', 'ticket.title')}: ${task}` })
  const arrival = page.context().waitForEvent('page')
  await press(page, ticket.getByRole('button', { name: say('grant', 'sign.action') }))
  const edge = await arrival
  const open = edge.getByRole('button', { name: say('signing', 'session.pin') })
  const sign = edge.getByRole('button', { name: say('edgePages', 'sign.pin') })
  await expect(open.or(sign)).toBeVisible()
  if (await open.isVisible()) {
    await type(edge, edge.getByLabel(say('signing', 'proof.pin')), SIGNING_PIN)
    await edge.keyboard.press('Enter')
    await expect(sign).toBeVisible()
  }
  const confirm = await fewRows(edge, say)
  if (confirm) await press(edge, confirm, 'Space')
  await type(edge, edge.getByLabel(say('signing', 'proof.pin')), SIGNING_PIN)
  await edge.keyboard.press('Enter')
  await expect(edge.getByText(say('edgePages', 'done.title'))).toBeVisible()
  await edge.close()
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await expect(target).toBeEnabled()
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Replaces the content of a field by typing. */
async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Selects a radio button: Tab moves to the group, and arrow keys move within the group. */
async function choose(page: Page, radio: Locator) {
  await expect(radio).toBeEnabled()
  const group = page.locator(`input[name="${await radio.getAttribute('name')}"]:enabled`)
  await tabTo(
    page,
    (await group.and(page.locator(':checked')).count()) ? group.and(page.locator(':checked')) : group.first(),
  )
  for (let presses = 0; presses < 40 && !(await isFocused(radio)); presses += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Space')
  await expect(radio).toBeChecked()
}

const isFocused = (target: Locator) => target.evaluate((node) => node === node.ownerDocument.activeElement)

/** Expects Tab to continue from the current control, not from the beginning of the page. */
async function keepsFocus(page: Page) {
  await expect.soft(page.locator('body')).not.toBeFocused()
}
