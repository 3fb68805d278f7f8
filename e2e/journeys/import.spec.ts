import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { phrase } from '@tessera/contract'
import { PARTIES } from '../../tools/places.ts'
import { complaintsOf, expectToFit, logInAs } from '../person.ts'
import { atLengthInBothLanguages } from '../rounds.ts'
import { openAsking } from '../trained.ts'
import { textsIn } from '../words.ts'

// A model trained outside Tessera: Alice uploads its file and model card, uses it, publishes it and deletes it; Bob
// views and copies it.
const [alice, bob] = PARTIES
const ONNX = readFileSync(fileURLToPath(new URL('../../packages/inference/test-data/imported.onnx', import.meta.url)))
const LABEL = 'biopsy'
const CLASSES = ['benign', 'malignant'] as const

atLengthInBothLanguages('en', (tongue) => {
  const say = textsIn(tongue)
  const run = `${tongue} ${Date.now().toString(36)}`
  const name = `Elsewhere ${run}`

  test(`uploads, uses and publishes a model trained elsewhere, which another party copies: ${tongue}`, {
    annotation: { type: 'spec', description: 'screens.upload-external-model' },
  }, async ({ browser }) => {
    const page = await logInAs(browser, alice.username, { tongue })
    const complaints = complaintsOf(page)
    await page.getByRole('link', { name: say('app', 'myModels'), exact: true }).click()
    await page.getByRole('button', { name: say('model', 'import.open') }).click()
    const dialog = page.getByRole('dialog', { name: say('model', 'import.title') })
    await choose(page, 'model.zip', ONNX)
    await expect(dialog.getByText(say('model', 'import.notOnnx', { name: 'model.zip' }))).toBeVisible()
    await choose(page, 'notes.onnx', Buffer.from('not a model'))
    await expect(dialog.getByText(phrase(tongue, 'model.import-not-onnx'))).toBeVisible()
    await expectToFit(page)

    await choose(page, 'tumour.onnx', ONNX)
    await expect(dialog.getByText(say('model', 'import.arrived', { name: 'tumour.onnx' }))).toBeVisible()
    const submit = dialog.getByRole('button', { name: say('model', 'import.submit') })
    await submit.click()
    await expect(dialog.getByText(say('model', 'field.required')).first()).toBeVisible()
    await dialog.getByLabel(say('model', 'import.columns'), { exact: true }).fill('age, chol')
    await dialog.getByLabel(say('model', 'import.label'), { exact: true }).fill(LABEL)
    await expect(dialog.getByLabel(say('model', 'import.classes'), { exact: true })).toHaveValue(CLASSES.join('\n'))
    await dialog.getByLabel(say('model', 'field.name'), { exact: true }).fill(name)
    for (const field of ['description', 'instruction', 'application'] as const) {
      await dialog.getByLabel(say('model', `field.${field}`), { exact: true }).fill('Tumours, by age and cholesterol')
    }
    await dialog.getByText(say('model', 'import.audience.own'), { exact: true }).click()
    await expectToFit(page)
    await submit.click()

    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(say('model', 'imported.note'))).toBeVisible()
    await expect(page.getByRole('heading', { name: say('model', 'contributors.title') })).toHaveCount(0)
    await expectToFit(page)
    const modelPage = page.url()

    const frame = await openAsking(page, say)
    await frame.getByLabel('age', { exact: true }).fill('2')
    await frame.getByLabel('chol', { exact: true }).fill('1')
    await frame.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    const answer = frame.getByRole('region', { name: say('inference', 'result.title') })
    await expect(answer.getByText('malignant', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(say('model', 'imported.tag'), { exact: true }).first()).toBeVisible()
    await expect(answer.getByText(say('inference', 'why.none'))).toBeVisible()
    await expectToFit(page)

    await page.goto(modelPage)
    await page.getByRole('button', { name: say('model', 'action.publish') }).click()
    const publish = page.getByRole('dialog', { name: say('model', 'publish.title') })
    await publish.getByText(say('model', 'publish.audience.all')).click()
    await publish.getByRole('button', { name: say('model', 'publish.submit'), exact: true }).click()
    await expect(page.getByText(say('model', 'status.published'), { exact: true })).toBeVisible()

    const other = await logInAs(browser, bob.username, { tongue })
    const complaintsOfOther = complaintsOf(other)
    await other.goto(`/modal?name=${encodeURIComponent(name)}`)
    const card = other.getByRole('article').filter({ hasText: name })
    await expect(card.getByText(say('model', 'imported.tag'), { exact: true })).toBeVisible()
    await expect(card.getByText(say('model', 'imported.noScore'), { exact: true })).toBeVisible()
    await expectToFit(other)
    await card.getByRole('link', { name }).click()
    await expect(other.getByText(say('model', 'imported.note'))).toBeVisible()
    await other.getByRole('button', { name: say('model', 'action.copy') }).click()
    await expect(other.getByText(say('model', 'status.own'), { exact: true }).first()).toBeVisible()
    const frameOfOther = await openAsking(other, say)
    await frameOfOther.getByLabel('age', { exact: true }).fill('0')
    await frameOfOther.getByLabel('chol', { exact: true }).fill('0')
    await frameOfOther.getByRole('button', { name: say('inference', 'form.submit'), exact: true }).click()
    await expect(
      frameOfOther
        .getByRole('region', { name: say('inference', 'result.title') })
        .getByText('benign', { exact: true })
        .first(),
    ).toBeVisible()
    expect(complaintsOfOther).toEqual([])
    await other.context().close()

    await page.getByRole('button', { name: say('model', 'action.delete'), exact: true }).click()
    const confirm = page.getByRole('dialog', { name: say('model', 'delete.title', { name }) })
    await confirm.getByRole('button', { name: say('model', 'action.delete'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('model', 'my.title') })).toBeVisible()
    await expect(page.getByRole('link', { name })).toHaveCount(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

/** Selects this file in the open dialog. */
async function choose(page: Page, name: string, buffer: Buffer) {
  const input = page.getByRole('dialog').locator('input[type=file]')
  await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}
