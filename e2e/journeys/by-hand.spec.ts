import { expect, type Page, test } from '@playwright/test'
import { rowWordOf } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { KINDS } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { closeJoining, createTask, uploadArchive } from '../../tools/steps.ts'
import { limit } from '../../tools/testing/limits.ts'
import { complaintsOf, expectToFit, frameOf, logInAs, type Tongue } from '../person.ts'
import { confirmInWindow, confirmNames, openTicket, showPin, signTicket } from '../signing.ts'
import { fillPublication } from '../trained.ts'
import { textsIn } from '../words.ts'
import { member } from '../world.ts'

// Prepares a task in the browser for each kind of data except tables. Alice uses a large screen; Bob uses a phone, and
// follows the training there.
const [ALICE, BOB] = PARTIES
const PHONE = { width: 390, height: 844 }
/** A low number of rounds, because this test does not check the quality of the model. */
const FEW_ROUNDS = '2'
const run = Date.now().toString(36)

interface Journey {
  key: (typeof KINDS)[number]['key']
  tongue: Tongue
  kind: 'vision' | 'nlp' | 'yolo' | 'graph'
  algorithm: RegExp
  classes: string[]
  /** Name of the algorithm's parameter for the number of rounds. */
  rounds: string
}

const JOURNEYS: Journey[] = [
  {
    key: 'pictures',
    tongue: 'en',
    kind: 'vision',
    algorithm: /^Picture classes/,
    classes: ['calm', 'dividing'],
    rounds: 'Rounds',
  },
  { key: 'texts', tongue: 'cn', kind: 'nlp', algorithm: /^文本分类/, classes: ['blame', 'praise'], rounds: '轮数' },
  {
    key: 'entities',
    tongue: 'en',
    kind: 'nlp',
    algorithm: /^Named entities/,
    rounds: 'Rounds',
    classes: ['DRUG', 'PERSON', 'PLACE'],
  },
  {
    key: 'boxes',
    tongue: 'cn',
    kind: 'yolo',
    algorithm: /^图片目标检测/,
    rounds: '训练轮数',
    classes: ['disc', 'square'],
  },
  {
    key: 'graph',
    tongue: 'en',
    kind: 'graph',
    algorithm: /^Graph node classes/,
    rounds: 'Rounds',
    classes: ['clinic', 'hospital', 'surgery'],
  },
]

for (const { key, tongue, kind, algorithm, classes, rounds } of JOURNEYS) {
  test(`${key}: prepares, signs, starts and publishes in the browser, and shows the training on a phone`, {
    tag: '@long',
  }, async ({ browser }) => {
    test.setTimeout(limit(600_000))
    const say = textsIn(tongue)
    const taskName = `${key} ${run}`
    const [ofAlice, ofBob] = [`Alice ${key} ${run}`, `Bob ${key} ${run}`]
    const { taskId, label, rows } = await recruit(key, taskName, [ofAlice, ofBob])
    const alice = await logInAs(browser, ALICE.username, { tongue })
    const bob = await logInAs(browser, BOB.username, { tongue, viewport: PHONE })
    const complaints = [complaintsOf(alice), complaintsOf(bob)]

    await alice.goto(`/mytask/mytaskDetail?id=${taskId}`)
    await offerAll(alice, ofAlice)
    await expect(
      alice.getByText(
        say('task', 'prepare.dataset.done', {
          name: ofAlice,
          rows: say('rows', `count.${rowWordOf(kind)}`, { count: rows.ofAlice }),
        }),
      ),
    ).toBeVisible()
    const labels = alice.getByRole('combobox', { name: say('task', 'columns.label') })
    await labels.fill(label)
    await labels.press('Enter')
    await alice.getByRole('button', { name: say('task', 'columns.submit') }).click()
    await alice.getByRole('radio', { name: algorithm }).check()
    await alice.getByRole('spinbutton', { name: rounds }).fill(FEW_ROUNDS)
    await alice.getByRole('button', { name: say('task', 'algorithm.submit') }).click()
    const step = say('task', 'prepare.classes')
    await alice.getByRole('button', { name: say('task', 'prepare.open.label', { step }) }).click()
    await agreeClasses(alice)
    await confirmNames(alice, say)
    await closeJoining(await member(ALICE), taskId)

    await bob.goto(`/mytask/mytaskDetail?id=${taskId}`)
    await offerAll(bob, ofBob)
    await expect(bob.getByText(say('task', 'compare.matches'))).toBeVisible()
    await agreeClasses(bob)
    await confirmNames(bob, say)
    await sign(bob, ofBob, rows.ofBob)
    await sign(alice, ofAlice, rows.ofAlice)
    await expect(bob.getByRole('heading', { name: say('task', 'waitingPanel.title') })).toBeVisible()

    await alice.getByRole('button', { name: say('task', 'ready.start') }).click()
    const rules = alice.getByRole('dialog', { name: say('task', 'rules.title') })
    await expect(rules.getByRole('rowheader')).toHaveText(classes)
    await rules.getByRole('button', { name: say('task', 'rules.submit') }).click()

    await expect(bob.getByRole('progressbar', { name: say('run', 'training.progress') })).toBeVisible({
      timeout: limit(120_000),
    })
    await expect(bob.getByText(say('run', 'training.elapsed'), { exact: true })).toBeVisible()
    expect(await bob.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    for (const page of [bob, alice]) {
      await expect(page.getByRole('heading', { name: say('run', 'finished.title') })).toBeVisible({
        timeout: limit(240_000),
      })
      await expectToFit(page)
    }
    await alice.getByRole('button', { name: say('run', 'finished.model') }).click()
    await (await fillPublication(alice, say, taskName)).click()
    await expect(alice.getByText(say('model', 'publish.done', { name: taskName }))).toBeVisible()
    expect(complaints.flat()).toEqual([])
    await alice.context().close()
    await bob.context().close()

    async function offerAll(page: Page, dataset: string) {
      await page.getByRole('radio', { name: dataset }).check()
      const isWhole = kind !== 'vision'
      if (isWhole) await expect(page.getByText(say('task', 'dataset.whole', { kind: say(kind, 'name') }))).toBeVisible()
      await page.getByRole('button', { name: say('task', isWhole ? 'dataset.submit.whole' : 'dataset.submit') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('task', 'dataset.confirm.submit') })
        .click()
    }

    async function agreeClasses(page: Page) {
      await showPin(page, say)
      const frame = frameOf(page)
      for (const name of classes) {
        await expect(frame.getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeChecked()
      }
      const agree = say('classes', 'classes.name')
      await confirmInWindow(page, frame.getByRole('button', { name: agree, exact: true }), agree, classes[0] ?? '')
      await expect(page.getByText(say('task', 'prepare.classes.named', { count: classes.length }))).toBeVisible()
    }

    async function sign(page: Page, dataset: string, count: number) {
      const ticket = await openTicket(page, taskName, say)
      await expect(ticket).toContainText(dataset)
      await expect(ticket).toContainText(String(count))
      await expect(ticket).toContainText(
        say('grant', 'ticket.never.rows', { rows: say('rows', `many.${rowWordOf(kind)}`) }),
      )
      await signTicket(page, ticket, say, dataset)
    }
  })
}

/** Creates a task that Bob has joined, and uploads data of its kind to both edges. */
async function recruit(key: Journey['key'], taskName: string, names: [string, string]) {
  const kind = KINDS.find((one) => one.key === key)
  if (!kind) throw new Error(`the demo has no ${key}`)
  const [initiator, participant] = [await member(ALICE), await member(BOB)]
  const rows: number[] = []
  for (const [place, client] of [initiator, participant].entries()) {
    await uploadArchive(client, await kind.archiveOf(place), names[place] ?? '', kind.dataset.description)
    const { records } = await client.call(wire.ListMyDatasets, { name: names[place] ?? '' })
    rows.push(records[0]?.rowCount ?? 0)
  }
  const taskId = await createTask(initiator, taskName, 'public', 'federated', kind.description)
  await participant.call(wire.JoinTask, { taskId })
  return { taskId, label: kind.columnSelection.label ?? '', rows: { ofAlice: rows[0] ?? 0, ofBob: rows[1] ?? 0 } }
}
