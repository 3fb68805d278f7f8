import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../../tools/client.ts'
import { readTable } from '../../tools/demo-table.ts'
import { PARTIES } from '../../tools/places.ts'
import { sign, upload } from '../../tools/steps.ts'
import { until } from '../../tools/until.ts'
import { complaintsOf, frameOf, logInAs } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { confirmInWindow, showPin } from '../signing.ts'
import { textsIn } from '../words.ts'
import { member, places, plannedAlone } from '../world.ts'

const [party] = PARTIES

/**
 * Uploads the party's rows of the demo with other values. If another journey had trained on nearly the same rows, the
 * edge would refuse to share the model.
 */
async function uploadOtherValues(client: Client, name: string): Promise<string> {
  const rows = readTable(join(places.dataDir, 'demo', `${party.share}.csv`))
  const shifted = rows.map((row) =>
    Object.values(row).map((value) => (typeof value === 'number' ? value + 0.01 : value)),
  )
  const folder = mkdtempSync(join(tmpdir(), 'tessera-local-run-'))
  try {
    const file = join(folder, 'rows.csv')
    writeFileSync(file, [Object.keys(rows[0] ?? {}), ...shifted].map((cells) => cells.join(',')).join('\n'))
    return await upload(client, file, name, 'Rows of a journey')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a single-party training to its end. The edge stores its model. */
async function trainedAlone(name: string) {
  const client = await member(party)
  const taskId = await plannedAlone(party, name, await uploadOtherValues(client, `Rows of ${name}`))
  await sign(client, taskId)
  await client.call(wire.StartTraining, { taskId })
  const runId = await until('the run to end', async () => {
    const { run } = await client.call(wire.GetRun, { taskId })
    if (run?.failure) throw new Error(`training failed: ${JSON.stringify(run.failure)}`)
    return run?.phase === 'completed' ? run.id : undefined
  })
  return { taskId, modelFile: join(places.edgeData(party.id), 'kept', runId, 'model.onnx') }
}

atLengthInBothLanguages('en', (tongue) => {
  test(`keeps the model of a single-party run at its edge until a member shares it with the platform: ${tongue}`, async ({
    browser,
  }) => {
    const say = textsIn(tongue)
    const name = `Alone ${tongue} ${Date.now().toString(36)}`
    const { taskId, modelFile } = await trainedAlone(name)
    const page = await logInAs(browser, party.username, { tongue, viewport: { width: 390, height: 844 } })
    const complaints = complaintsOf(page)
    await page.goto(`/mytask/mytaskDetail?id=${taskId}`)
    await expect(page.getByText(say('result', 'kept.here'))).toBeVisible()
    await showPin(page, say)
    const frame = frameOf(page)
    await expect(frame.getByText(say('kept', 'kept.edge'))).toBeVisible()
    await expect(page.getByRole('button', { name: say('run', 'finished.model') })).toHaveCount(0)
    expect(existsSync(modelFile)).toBe(true)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

    const act = (key: 'share' | 'delete', consequence: string) => {
      const action = say('kept', `${key}.action`)
      return confirmInWindow(page, frame.getByRole('button', { name: action }), action, consequence)
    }
    await act('share', say('kept', 'share.consequence'))
    await expect(page.getByRole('button', { name: say('run', 'finished.model') })).toBeVisible()
    await act('delete', say('kept', 'delete.consequence.shared'))
    await expect(frame.getByRole('button', { name: say('kept', 'delete.action') })).toHaveCount(0)
    expect(existsSync(modelFile)).toBe(false)

    await page.getByRole('button', { name: say('run', 'finished.model') }).click()
    await expect(page.getByRole('heading', { name }).first()).toBeVisible()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
