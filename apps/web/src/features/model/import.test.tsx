import { type ErrorCode, type ErrorParams, type ModelDraft, phrase } from '@tessera/contract'
import { CreateModel, DiscardModelFile, UploadModelFile } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { FakeUpload, fakeUploads } from '../../lib/fake-upload.ts'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { forgetImport } from './imports.ts'
import { useImportPlace } from './use-import-place.tsx'

const draft = (change: Partial<ModelDraft> = {}): ModelDraft => ({
  ...{ draftId: 'd1', fileName: 'biopsy.onnx', signature: null, classes: null },
  inputs: [{ name: 'X', kind: 'number', width: 2 }],
  outputs: [{ name: 'probabilities', kind: 'number', width: 2 }],
  ...change,
})

function Place() {
  const { button, reminder, dialog } = useImportPlace()
  return (
    <>
      {button}
      {reminder}
      {dialog}
    </>
  )
}

beforeEach(() => {
  logIn()
  fakeUploads()
})
afterEach(() => {
  forgetImport()
  vi.unstubAllGlobals()
})

async function choose(fileName = 'biopsy.onnx') {
  renderPage(<Place />, { path: '/mymodal', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload a model' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(dialog.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [new File(['x'], fileName)] },
  })
  return within(dialog)
}

/** Chooses a file that arrives; answers the dialog with its card. */
async function arrive(change: Partial<ModelDraft> = {}) {
  const dialog = await choose()
  await waitFor(() => expect(FakeUpload.last).not.toBeNull())
  await act(async () => FakeUpload.last?.answer(z.encode(UploadModelFile.output, draft(change))))
  await dialog.findByText('biopsy.onnx has arrived and passed the checks.')
  return dialog
}

const type = (dialog: ReturnType<typeof within>, label: string | RegExp, value: string) =>
  fireEvent.change(dialog.getByRole('textbox', { name: label }), { target: { value } })

function describeIt(dialog: ReturnType<typeof within>) {
  type(dialog, 'Introduction', 'what it is')
  type(dialog, 'How to use it', 'how')
  type(dialog, 'Where it applies', 'where')
}

test('a file that is none of ONNX is not sent', async () => {
  const dialog = await choose('model.zip')
  expect(await dialog.findByText(/^model.zip is no .onnx file/)).toBeTruthy()
  expect(FakeUpload.last).toBeNull()
})

test('a refused file says why, and another may be chosen', async () => {
  fakeServer()
  const dialog = await choose()
  await waitFor(() => expect(FakeUpload.last).not.toBeNull())
  const code: ErrorCode = 'model.import-fixed-rows'
  const params: ErrorParams = { name: 'X', rows: 1 }
  await act(async () => FakeUpload.last?.refuse(code, params))
  expect(await dialog.findByText(phrase('en', code, params))).toBeTruthy()
  expect(dialog.getByText('Drop an .onnx file here, or choose one')).toBeTruthy()
})

test('what the file does not say is asked, checked and sent with its texts', async () => {
  const { calls } = fakeServer(on(CreateModel, () => 'm9'))
  const dialog = await arrive()
  describeIt(dialog)
  type(dialog, 'Columns', 'age')
  type(dialog, 'Classes', 'benign, malignant')
  await userEvent.click(dialog.getByRole('button', { name: 'Save the model' }))
  expect(await dialog.findByText('There must be 2; 1 are named.')).toBeTruthy()
  expect(dialog.getByText('Choose who will see it.')).toBeTruthy()
  expect(calls).toEqual([])

  type(dialog, 'Columns', 'age\nchol')
  type(dialog, 'What it predicts', 'biopsy')
  await userEvent.click(dialog.getByRole('radio', { name: 'Only members of my party' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save the model' }))
  await waitFor(() => expect(calls[0]?.input).toMatchObject({ draftId: 'd1', isPublished: false, name: 'biopsy' }))
  expect(calls[0]?.input).toMatchObject({
    described: {
      ...{ columns: [['age', 'chol']], label: 'biopsy', output: 'probabilities', reading: 'chances' },
      classes: ['benign', 'malignant'],
    },
  })
})

test('one number is a number, or speaks for the second of two classes', async () => {
  fakeServer()
  const dialog = await arrive({ outputs: [{ name: 'y', kind: 'number', width: 1 }] })
  expect(dialog.getByRole('radio', { name: /^A number/ })).toHaveProperty('checked', true)
  expect(dialog.queryByRole('textbox', { name: 'Classes' })).toBeNull()
  await userEvent.click(dialog.getByRole('radio', { name: /^The chance of the second/ }))
  expect(await dialog.findByRole('textbox', { name: 'Classes' })).toBeTruthy()
  expect(dialog.getByText(/^First the one that a low number speaks for/).textContent).toMatch(/0 of 2 named/)
})

test('names that stand in the file stand in the form', async () => {
  fakeServer()
  const dialog = await arrive({
    classes: ['benign', 'malignant'],
    inputs: [
      { name: 'age', kind: 'number', width: 1 },
      { name: 'ward', kind: 'text', width: 1 },
    ],
  })
  expect(dialog.getByRole('textbox', { name: 'Column of “ward”' })).toHaveProperty('value', 'ward')
  expect(dialog.getByRole('textbox', { name: 'Classes' })).toHaveProperty('value', 'benign\nmalignant')
})

test('a file with a description of ours is asked for its texts only', async () => {
  const { calls } = fakeServer(on(CreateModel, () => 'm9'))
  const input = { kind: 'texts', name: 'c0', column: 'report', longest: 100 } as const
  const output = { kind: 'classes', label: 'tone', classes: ['good', 'bad'] } as const
  const dialog = await arrive({ signature: { input, output: { ...output, classes: [...output.classes] } }, inputs: [] })
  expect(dialog.getByText(/predicts “tone” from texts/)).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: 'What it predicts' })).toBeNull()
  describeIt(dialog)
  await userEvent.click(dialog.getByRole('radio', { name: /^Every party/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save the model' }))
  await waitFor(() => expect(calls[0]?.input).toMatchObject({ described: null, isPublished: true }))
})

test('a refused card stays as it was typed; the file may be given up', async () => {
  const { calls } = fakeServer(on(DiscardModelFile, () => null))
  const dialog = await arrive()
  type(dialog, 'Columns', 'age, chol')
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('biopsy.onnx is uploaded and waits for its card.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Fill in its card' }))
  expect(within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Columns' })).toHaveProperty(
    'value',
    'age, chol',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Discard the file' }))
  await waitFor(() => expect(calls[0]?.input).toEqual({ draftId: 'd1' }))
  await waitFor(() => expect(screen.queryByText(/waits for its card/)).toBeNull())
})
