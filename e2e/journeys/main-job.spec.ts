import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { OpenEdgeSession, SignGrant } from '@tessera/contract/wire'
import { DEMO_PASSWORD } from '../../apps/platform/src/lib/demo.ts'
import { DATASET, HELD_OUT } from '../../tools/demo-names.ts'
import { PARTIES } from '../../tools/places.ts'
import { limit } from '../../tools/testing/limits.ts'
import { filesIn } from '../archive.ts'
import { captchaAnswer } from '../demo.ts'
import { arrive, datasetChoice, expectToFit, frameOf, logInAs, type Tongue } from '../person.ts'
import { inBothLanguages } from '../rounds.ts'
import {
  confirmNames,
  openEdgePage,
  openInvite,
  openTicket,
  pinsShown,
  showPin,
  signTicket,
  typePin,
} from '../signing.ts'
import { fillPublication, keepAs, openAsking } from '../trained.ts'
import { pattern, textsIn } from '../words.ts'

// Two hospitals train a model together and use it, each in its own browser, once per language.
const ROUNDS = 8
/** Name of the algorithm in each language, as its card shows it. */
const LOGISTIC: Record<Tongue, RegExp> = { cn: /^逻辑回归/, en: /^Logistic regression/ }
const ROUNDS_LABEL: Record<Tongue, string> = { cn: '轮数', en: 'Rounds' }
const ACCURACY: Record<Tongue, RegExp> = { cn: /^准确率/, en: /^Accuracy/ }

/**
 * Script for the page. It switches the training curve to its table as soon as the curve appears, and records each
 * number of rounds that the table shows. The run ends within seconds, too fast for a slow browser to answer two
 * queries.
 */
const recordRounds = (say: ReturnType<typeof textsIn>) => `(() => {
  const seen = (window.roundsSeen = [])
  let shown
  new MutationObserver(() => {
    const round = ${pattern(say('run', 'training.round', { rounds: ROUNDS }))}
    if (![...document.querySelectorAll('strong')].some(({ textContent }) => round.test(textContent))) return
    const chart = ${pattern(say('run', 'training.chart'))}
    const curve = [...document.querySelectorAll('figure')].find(({ ariaLabel }) => chart.test(ariaLabel))
    if (!curve) return
    if (shown !== curve) {
      shown = curve
      curve.querySelector('button').click()
    }
    const rounds = curve.querySelectorAll('th[scope="row"]').length
    if (rounds > 0 && rounds !== seen.at(-1)) seen.push(rounds)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`

inBothLanguages('en', (tongue) => {
  test.describe(tongue, () => {
    test.describe.configure({ mode: 'serial' })

    const say = textsIn(tongue)
    const rows = (count: number) => say('rows', 'count.row', { count })
    const run = Date.now().toString(36)
    const taskName = `Biopsies ${tongue} ${run}`
    let alice: Page
    let bob: Page
    let inviteCode: string
    let pins: string[]

    test.afterAll(async () => {
      await alice?.context().close()
      await bob?.context().close()
    })

    test('logs Alice in with a captcha code', async ({ browser }) => {
      alice = await arrive(browser, { tongue })
      const picture = alice.getByAltText(say('account', 'captchaAlt'))
      await expect
        .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(50)
      await alice.getByLabel(say('account', 'account')).fill('alice')
      await alice.getByLabel(say('account', 'password'), { exact: true }).fill(DEMO_PASSWORD)
      await alice.getByLabel(say('account', 'captcha'), { exact: true }).fill(captchaAnswer)
      await alice.getByRole('button', { name: say('account', 'login'), exact: true }).click()
      await expect(alice).toHaveURL('/')
      await expect(alice.getByRole('heading', { level: 1 })).toContainText('alice')
    })

    test('lets Alice create and plan a task', async () => {
      await alice.getByRole('link', { name: say('app', 'myTasks'), exact: true }).click()
      await expect(alice.getByRole('heading', { level: 1, name: say('task', 'mine.title') })).toBeVisible()
      await alice.getByRole('button', { name: say('task', 'create.title') }).click()
      const dialog = alice.getByRole('dialog', { name: say('task', 'create.title') })
      await dialog.getByLabel(say('task', 'create.name'), { exact: true }).fill(taskName)
      await dialog.getByLabel(say('task', 'create.description')).fill('Is the tumour malignant?')
      await dialog.getByText(say('task', 'visibility.invite-only'), { exact: true }).click()
      await dialog.getByRole('button', { name: say('task', 'create.submit'), exact: true }).click()
      await expect(alice.getByRole('heading', { level: 1, name: taskName })).toBeVisible()

      await (await datasetChoice(alice, say, DATASET)).check()
      await alice.getByRole('radio', { name: say('task', 'dataset.rows.some') }).check()
      pins = pinsShown(alice)
      // Alice enters the PIN only here in this session, because she selects rows on a page of her edge.
      await showPin(alice, say)
      const edgeFrame = frameOf(alice)
      for (const count of [10, 20, 30]) {
        await edgeFrame.getByRole('checkbox', { name: say('kinds', 'tick.page') }).check()
        await expect(
          edgeFrame.getByText(say('edgePages', 'choose.rows.selected', { selected: count, total: 36 })),
        ).toBeVisible()
        // The first “Next Page” button belongs to the pages of columns, so this clicks the last one, for rows.
        await edgeFrame
          .getByRole('listitem', { name: tongue === 'en' ? 'Next Page' : '下一页' })
          .last()
          .click()
        await expect(edgeFrame.getByRole('checkbox', { name: say('kinds', 'tick.page') })).not.toBeChecked()
      }
      await edgeFrame.getByRole('button', { name: say('edgePages', 'choose.submit') }).click()
      await expect(
        alice.getByText(say('task', 'prepare.dataset.done', { name: DATASET, rows: rows(30) })),
      ).toBeVisible()

      const label = alice.getByRole('combobox', { name: say('task', 'columns.label') })
      await label.fill('diagnosis')
      await label.press('Enter')
      await alice.getByRole('checkbox', { name: /^symmetry error/ }).uncheck()
      await alice.getByRole('button', { name: say('task', 'columns.submit') }).click()
      await expect(
        alice.getByText(say('task', 'prepare.columns.done', { columns: 29, label: 'diagnosis' })),
      ).toBeVisible()

      await alice.getByRole('radio', { name: LOGISTIC[tongue] }).check()
      await alice.getByRole('spinbutton', { name: ROUNDS_LABEL[tongue] }).fill(String(ROUNDS))
      await alice.getByRole('button', { name: say('task', 'algorithm.submit') }).click()
      await expect(
        alice.getByText(
          say('task', 'prepare.algorithm.done', { name: LOGISTIC[tongue].source.slice(1), rounds: ROUNDS }),
        ),
      ).toBeVisible()
    })

    test('lets Alice confirm the categories and classes and create an invite code, but not sign yet', async () => {
      await confirmNames(alice, say)
      await alice.getByRole('radio', { name: 'malignant' }).check()
      await alice.getByRole('button', { name: say('task', 'positive.submit') }).click()
      await expect(alice.getByText(say('task', 'prepare.positive.done', { name: 'malignant' }))).toBeVisible()
      await expect(alice.getByText(say('task', 'prepare.ticket.wait.joining'))).toBeVisible()
      const dialog = await openInvite(alice, say)
      await dialog.getByRole('tab', { name: say('task', 'invite.byCode') }).click()
      const code = dialog.getByLabel(say('task', 'invite.code'), { exact: true })
      await expect(code).toHaveText(/^\d{8}$/)
      inviteCode = (await code.textContent()) as string
      await dialog.getByRole('button', { name: say('task', 'close') }).click()
    })

    test('lets Bob join with the invite code, or by an application that Alice approves', async ({ browser }) => {
      bob = await logInAs(browser, 'bob', { tongue })
      await bob.getByRole('link', { name: say('app', 'taskPool'), exact: true }).click()
      await (tongue === 'en' ? joinByCode() : apply())
      await expect(bob.getByRole('heading', { level: 1, name: taskName })).toBeVisible()
    })

    test('lets Alice close joining and sign her ticket', async () => {
      await alice.getByRole('button', { name: say('task', 'joining.close') }).click()
      await alice
        .getByRole('dialog')
        .getByRole('button', { name: say('task', 'joining.close') })
        .click()
      await expect(alice.getByRole('button', { name: say('task', 'joining.reopen') })).toBeVisible()
      await sign(alice, say('grant', 'ticket.data.value', { rows: rows(30), dataset: DATASET, columns: 30 }))
      // Alice has entered the PIN twice: for the session, in the window of a frame, and for the signature, on its own
      // page.
      expect(pins).toEqual([OpenEdgeSession.path, SignGrant.path])
      await expect(alice.getByRole('heading', { name: say('task', 'ready.title') })).toBeVisible()
      const classes = alice.getByRole('table', {
        name: say('task', 'classrows.title', { rows: say('rows', 'many.row') }),
      })
      await expect(classes.getByRole('columnheader', { name: say('task', 'classrows.all') })).toBeVisible()
    })

    test('lets Bob offer his rows and sign his ticket', async () => {
      await (await datasetChoice(bob, say, DATASET)).check()
      await bob.getByRole('button', { name: say('task', 'dataset.submit') }).click()
      await bob
        .getByRole('dialog')
        .getByRole('button', { name: say('task', 'dataset.confirm.submit') })
        .click()
      await expect(bob.getByText(say('task', 'compare.matches'))).toBeVisible()
      await confirmNames(bob, say)
      await sign(bob, say('grant', 'ticket.data.value', { rows: rows(100), dataset: DATASET, columns: 30 }))
      await expect(bob.getByRole('heading', { name: say('task', 'waitingPanel.title') })).toBeVisible()
    })

    test('lets Alice start training, and shows the growing curve and then the scores', async () => {
      const readiness = alice.getByRole('table', { name: say('task', 'ready.table') })
      await expect(
        readiness.getByRole('row', {
          name: new RegExp(
            [
              PARTIES[1].name[tongue],
              rows(100),
              say('task', 'ready.ticket.signed'),
              say('task', 'ready.environment.ok'),
            ].join('.*'),
          ),
        }),
      ).toBeVisible()
      await expect(readiness.getByText(say('task', 'ready.environment.ok'), { exact: true })).toHaveCount(2)
      await expect(readiness.getByText(say('task', 'ready.ticket.signed'), { exact: true })).toHaveCount(2)
      const wall = await bob.context().newPage()
      await wall.goto('/screen')
      await expect(wall.getByText(say('screen', 'runs.none.reason'), { exact: true })).toBeVisible()
      await alice.evaluate(recordRounds(say))
      await alice.getByRole('button', { name: say('task', 'ready.start') }).click()
      const onWall = wall.getByRole('progressbar', { name: say('screen', 'runs.progress', { task: taskName }) })
      await expect(onWall).toBeVisible()

      await expect(alice.getByRole('heading', { name: say('run', 'finished.title') })).toBeVisible({
        timeout: limit(240_000),
      })
      const seen = await alice.evaluate<number[]>('window.roundsSeen')
      expect(seen.length).toBeGreaterThan(1)
      expect(seen[0]).toBeLessThan(ROUNDS)
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      await expect(onWall).toHaveCount(0)
      await wall.close()
      await expect(alice.getByRole('listitem').filter({ hasText: ACCURACY[tongue] })).toHaveText(/\d{1,3}\.\d{2}\s?%/)
      await expect(alice.getByRole('figure', { name: pattern(say('run', 'training.chart')) })).toBeVisible()
      // The chart that compares each party alone with all parties needs no horizontal scrolling.
      const compared = alice.locator('.t-compare')
      await expect.poll(() => compared.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    })

    test('lets Alice publish the model, which Bob finds in the pool', async () => {
      await alice.getByRole('button', { name: say('run', 'finished.model') }).click()
      await expect(alice.getByRole('heading', { name: say('model', 'contributors.title') })).toBeVisible()
      const coefficients = alice.getByRole('table', { name: say('model', 'coefficients.table') })
      await expect(coefficients.getByRole('row', { name: /^mean texture \d/ })).toBeVisible()
      await (await fillPublication(alice, say, taskName)).click()
      await expect(alice.getByText(say('model', 'publish.done', { name: taskName }))).toBeVisible()

      await bob.getByRole('link', { name: say('app', 'modelPool'), exact: true }).click()
      await bob.getByRole('textbox', { name: say('model', 'pool.search') }).fill(taskName)
      await bob.getByRole('link', { name: taskName }).click()
      await expect(bob.getByRole('heading', { level: 1, name: taskName })).toBeVisible()
      await expect(bob.getByText('What a journey says of it').first()).toBeVisible()
    })

    test('shows Bob his party’s own copy of the trained model', async () => {
      await bob.getByRole('link', { name: say('app', 'myModels'), exact: true }).click()
      await expect(bob.getByRole('heading', { level: 1, name: say('model', 'my.title') })).toBeVisible()
      await expect(bob.getByRole('link', { name: taskName }).first()).toBeVisible()
    })

    test('lets Alice download the ONNX file and the model card', async () => {
      const arrival = alice.waitForEvent('download')
      await alice.getByRole('button', { name: say('model', 'action.download'), exact: true }).click()
      const files = await filesIn(await (await arrival).path())
      expect([...files.keys()].sort()).toEqual(expect.arrayContaining(['card.json', 'model.onnx']))
      expect(files.get('model.onnx')?.length).toBeGreaterThan(500)
      expect(JSON.parse(String(files.get('card.json')))).toMatchObject({ label: 'diagnosis' })
    })

    test('predicts the example case on the model’s page, and saves the result under a name', {
      annotation: { type: 'spec', description: 'screens.try-model' },
    }, async () => {
      await alice.getByRole('button', { name: say('model', 'action.use') }).click()
      const edgeFrame = await openAsking(alice, say)
      await expect(edgeFrame.getByLabel('mean radius', { exact: true })).not.toHaveValue('')
      await edgeFrame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
      const answer = edgeFrame.getByRole('region', { name: say('inference', 'result.title') })
      await expect(answer.getByText(say('inference', 'result.single', { label: 'diagnosis' }))).toBeVisible()
      await expect(answer.getByText(/^(malignant|benign)$/).first()).toBeVisible()
      await expectToFit(alice)

      const name = `Case ${tongue} ${run}`
      await answer.getByRole('button', { name: say('inference', 'once.keep') }).click()
      await keepAs(edgeFrame, say, name)
      await expect(edgeFrame.getByRole('heading', { level: 2, name })).toBeVisible()
      await expect(answer.getByText(say('inference', 'result.single', { label: 'diagnosis' }))).toBeVisible()
    })

    test('predicts a whole dataset, and offers the result file', async () => {
      const edgeFrame = await openAsking(alice, say)
      await edgeFrame.getByText(say('inference', 'source.dataset'), { exact: true }).click()
      const dataset = edgeFrame.getByRole('combobox', { name: say('inference', 'dataset.label') })
      await dataset.fill(HELD_OUT)
      await dataset.press('Enter')
      await edgeFrame.getByRole('button', { name: say('inference', 'dataset.submit') }).click()
      await expect(
        edgeFrame.getByText(say('inference', 'result.rows', { rows: say('rows', 'count.row', { count: 115 }) })),
      ).toBeVisible({ timeout: limit(60_000) })
      await expect(
        edgeFrame.getByText(pattern(say('inference', 'result.accuracy.of', { label: 'diagnosis' }))),
      ).toBeVisible()
      const arrival = alice.waitForEvent('download')
      await edgeFrame.getByRole('button', { name: say('inference', 'result.download') }).click()
      const lines = readFileSync(await (await arrival).path(), 'utf8')
        .trim()
        .split('\n')
      expect(lines).toHaveLength(116)
    })

    test('lets Alice withdraw her ticket, after the page has shown the consequences', async () => {
      await alice.getByRole('link', { name: say('app', 'tickets'), exact: true }).click()
      const ticket = alice.getByRole('listitem').filter({ has: alice.getByRole('link', { name: taskName }) })
      await expect(ticket).toContainText(say('grant', 'status.used'))
      await expect(ticket).toContainText(say('grant', 'ticket.rounds.used', { used: ROUNDS }))
      const button = ticket.getByRole('button', { name: say('grant', 'grant.withdraw.label', { task: taskName }) })
      const edge = await openEdgePage(alice, button)
      await expect(edge.getByRole('article')).toContainText(say('grant', 'grant.withdraw.consequence'))
      await typePin(edge, say, say('edgePages', 'withdraw.pin'))
      await expect(edge.getByText(say('grant', 'grant.withdrawn', { task: taskName }))).toBeVisible()
      await edge.close()
      await expect(ticket.getByText(say('grant', 'status.withdrawn'), { exact: true })).toBeVisible()
    })

    async function joinByCode() {
      await bob.getByRole('button', { name: say('task', 'pool.byCode') }).click()
      const dialog = bob.getByRole('dialog', { name: say('task', 'code.title') })
      await dialog.getByLabel(say('task', 'invite.code'), { exact: true }).fill(inviteCode)
      await dialog.getByRole('button', { name: say('task', 'code.submit'), exact: true }).click()
    }

    async function apply() {
      await bob.getByRole('textbox', { name: say('task', 'pool.search') }).fill(taskName)
      await bob.getByRole('link', { name: taskName }).click()
      await bob.getByLabel(say('task', 'join.note')).fill('Hundred rows')
      await bob.getByRole('button', { name: say('task', 'join.submit.apply') }).click()
      await expect(bob.getByRole('heading', { name: say('task', 'applying.title') })).toBeVisible()
      const applications = alice.getByRole('list', { name: say('task', 'applications.title') })
      await expect(applications).toContainText('Hundred rows')
      await applications.getByRole('button', { name: pattern(say('task', 'applications.approve.label')) }).click()
      await expect(await datasetChoice(bob, say, DATASET)).toBeVisible()
    }

    /** Opens the ticket, checks its text, and signs it. */
    async function sign(page: Page, granted: string) {
      const ticket = await openTicket(page, taskName, say)
      await expect(ticket).toContainText(granted)
      await expect(ticket).toContainText(say('grant', 'ticket.rounds.value', { rounds: ROUNDS }))
      await expect(ticket).toContainText(say('grant', 'ticket.never.rows', { rows: say('rows', 'many.row') }))
      await signTicket(page, ticket, say, granted)
    }
  })
})
