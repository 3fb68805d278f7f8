import { expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { KINDS } from '../../tools/demo-kinds.ts'
import { PARTIES } from '../../tools/places.ts'
import { closeJoining, createTask, uploadArchive } from '../../tools/steps.ts'
import { comeIn, complaintsOf, fits, roomOf, type Tongue } from '../person.ts'
import { confirmInWindow, confirmNames, openTicket, showPin, signTicket } from '../signing.ts'
import { speak } from '../words.ts'
import { member } from '../world.ts'

// A task on pictures and one on texts, prepared by hand: Alice at a screen, Bob on his telephone, where he watches it live.
const [ALICE, BOB] = PARTIES
const PHONE = { width: 390, height: 844 }
/** Few, since nobody here asks how good the model is. */
const ROUNDS = { name: '轮数', count: 2 }
const run = Date.now().toString(36)

interface Journey {
  key: (typeof KINDS)[number]['key']
  tongue: Tongue
  algorithm: RegExp
  label: string
  classes: string[]
  /** Of Alice's and of Bob's rows. */
  rows: [number, number]
}

const JOURNEYS: Journey[] = [
  {
    ...{ key: 'pictures', tongue: 'en', algorithm: /^Picture classes/, label: 'label' },
    ...{ classes: ['calm', 'dividing'], rows: [24, 36] },
  },
  {
    ...{ key: 'texts', tongue: 'cn', algorithm: /^文本分类/, label: 'label' },
    ...{ classes: ['blame', 'praise'], rows: [80, 140] },
  },
]

for (const { key, tongue, algorithm, label, classes, rows } of JOURNEYS) {
  test(`${key}: chosen, agreed, signed and started by hand, watched on a telephone`, { tag: '@long' }, async ({
    browser,
  }) => {
    test.setTimeout(600_000)
    const say = speak(tongue)
    const kind = key === 'pictures' ? 'vision' : 'nlp'
    const taskName = `${key} ${run}`
    const [ofAlice, ofBob] = [`Alice ${key} ${run}`, `Bob ${key} ${run}`]
    const taskId = await recruit(key, taskName, [ofAlice, ofBob])
    const alice = await comeIn(browser, ALICE.username, { tongue })
    const bob = await comeIn(browser, BOB.username, { tongue, viewport: PHONE })
    const complaints = [complaintsOf(alice), complaintsOf(bob)]

    await alice.goto(`/mytask/mytaskDetail?id=${taskId}`)
    await offerAll(alice, ofAlice)
    await expect(
      alice.getByText(
        say('task', 'prepare.dataset.done', { name: ofAlice, rows: say('rows', `count.${kind}`, { count: rows[0] }) }),
      ),
    ).toBeVisible()
    const labels = alice.getByRole('combobox', { name: say('task', 'columns.label') })
    await labels.fill(label)
    await labels.press('Enter')
    await alice.getByRole('button', { name: say('task', 'columns.submit') }).click()
    await alice.getByRole('radio', { name: algorithm }).check()
    if (key === 'texts') await alice.getByRole('spinbutton', { name: ROUNDS.name }).fill(String(ROUNDS.count))
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
    await sign(bob, ofBob, rows[1])
    await sign(alice, ofAlice, rows[0])
    await expect(bob.getByRole('heading', { name: say('task', 'waitingPanel.title') })).toBeVisible()

    await alice.getByRole('button', { name: say('task', 'ready.start') }).click()
    const rules = alice.getByRole('dialog', { name: say('task', 'rules.title') })
    await expect(rules.getByRole('rowheader')).toHaveText(classes)
    await rules.getByRole('button', { name: say('task', 'rules.submit') }).click()

    await expect(bob.getByRole('progressbar', { name: say('run', 'training.progress') })).toBeVisible({
      timeout: 120_000,
    })
    await expect(bob.getByText(say('run', 'training.elapsed'), { exact: true })).toBeVisible()
    expect(await bob.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    for (const page of [bob, alice]) {
      await expect(page.getByRole('heading', { name: say('run', 'finished.title') })).toBeVisible({ timeout: 240_000 })
      await fits(page)
    }
    expect(complaints.flat()).toEqual([])
    await alice.context().close()
    await bob.context().close()

    async function offerAll(page: Page, dataset: string) {
      await page.getByRole('radio', { name: dataset }).check()
      const isWhole = key === 'texts'
      if (isWhole)
        await expect(page.getByText(say('task', 'dataset.whole', { kind: say('kinds', 'kind.nlp') }))).toBeVisible()
      await page.getByRole('button', { name: say('task', isWhole ? 'dataset.submit.whole' : 'dataset.submit') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('task', 'dataset.confirm.submit') })
        .click()
    }

    async function agreeClasses(page: Page) {
      await showPin(page, say)
      const room = roomOf(page)
      for (const name of classes) {
        await expect(room.getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeChecked()
      }
      const agree = say('classes', 'classes.name')
      await confirmInWindow(page, room.getByRole('button', { name: agree, exact: true }), agree, classes[0] ?? '')
      await expect(page.getByText(say('task', 'prepare.classes.named', { count: classes.length }))).toBeVisible()
    }

    async function sign(page: Page, dataset: string, count: number) {
      const ticket = await openTicket(page, taskName, say)
      await expect(ticket).toContainText(dataset)
      await expect(ticket).toContainText(String(count))
      await expect(ticket).toContainText(say('grant', 'ticket.never.rows', { rows: say('rows', `many.${kind}`) }))
      await signTicket(page, ticket, say, dataset)
    }
  })
}

/** A task that Bob has joined, and data of its kind at both edges. */
async function recruit(key: Journey['key'], taskName: string, names: [string, string]): Promise<string> {
  const kind = KINDS.find((one) => one.key === key)
  if (!kind) throw new Error(`the demo has no ${key}`)
  const [initiator, participant] = [await member(ALICE), await member(BOB)]
  for (const [place, client] of [initiator, participant].entries()) {
    await uploadArchive(client, await kind.archiveOf(place), names[place] ?? '', kind.dataset.description)
  }
  const taskId = await createTask(initiator, taskName, 'public', 'federated', kind.description)
  await participant.call(wire.JoinTask, { taskId })
  return taskId
}
