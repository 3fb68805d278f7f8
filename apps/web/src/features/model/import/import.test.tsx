import { type ErrorCode, type ErrorParams, type ModelDraft, phrase } from '@tessera/contract'
import { CreateModel, DiscardModelFile, UploadModelFile } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { FakeUpload, fakeUploads } from '../../../testing/fake-upload.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { forgetImport } from './imports.ts'
import { useImportPlace } from './use-import-place.tsx'

const draft = (change: Partial<ModelDraft> = {}): ModelDraft => ({
  draftId: 'd1',
  fileName: 'biopsy.onnx',
  signature: null,
  classes: null,
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

/** Chooses a file in the dialog, and answers its upload with a draft. */
async function arrive(change: Partial<ModelDraft> = {}) {
  const dialog = await choose()
  await waitFor(() => expect(FakeUpload.last).not.toBeNull())
  await act(async () => FakeUpload.last?.answer(z.encode(UploadModelFile.output, draft(change))))
  await dialog.findByText('biopsy.onnx has been uploaded and passed the checks.')
  return dialog
}

const type = (dialog: ReturnType<typeof within>, label: string | RegExp, value: string) =>
  fireEvent.change(dialog.getByRole('textbox', { name: label }), { target: { value } })

function describeIt(dialog: ReturnType<typeof within>) {
  type(dialog, 'Introduction', 'what it is')
  type(dialog, 'How to use it', 'how')
  type(dialog, 'Where it applies', 'where')
}

test('does not upload a file that is not ONNX', async () => {
  const dialog = await choose('model.zip')
  expect(await dialog.findByText(/^model.zip is not an .onnx file/)).toBeTruthy()
  expect(FakeUpload.last).toBeNull()
})

test('shows why an uploaded file was refused and accepts another', async () => {
  fakeServer()
  const dialog = await choose()
  await waitFor(() => expect(FakeUpload.last).not.toBeNull())
  const code: ErrorCode = 'model.import-fixed-rows'
  const params: ErrorParams = { name: 'X', rows: 1 }
  await act(async () => FakeUpload.last?.refuse(code, params))
  expect(await dialog.findByText(phrase('en', code, params))).toBeTruthy()
  expect(dialog.getByText('Drop an .onnx file here, or choose one')).toBeTruthy()
})

test('asks for what the model file does not declare, and sends it with the texts', {
  meta: { spec: 'screens.upload-external-model' },
}, async () => {
  const { calls } = fakeServer(on(CreateModel, () => 'm9'))
  const dialog = await arrive()
  describeIt(dialog)
  type(dialog, 'Columns', 'age')
  type(dialog, 'Classes', 'benign, malignant')
  await userEvent.click(dialog.getByRole('button', { name: 'Save model' }))
  expect(await dialog.findByText('Enter 2 names; you have entered 1.')).toBeTruthy()
  expect(dialog.getByText('Choose who can see it.')).toBeTruthy()
  expect(calls).toEqual([])

  type(dialog, 'Columns', 'age\nchol')
  type(dialog, 'Prediction target', 'biopsy')
  await userEvent.click(dialog.getByRole('radio', { name: 'Only members of my party' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save model' }))
  await waitFor(() => expect(calls[0]?.input).toMatchObject({ draftId: 'd1', isPublished: false, name: 'biopsy' }))
  expect(calls[0]?.input).toMatchObject({
    described: {
      columns: [['age', 'chol']],
      label: 'biopsy',
      output: 'probabilities',
      reading: 'chances',
      classes: ['benign', 'malignant'],
    },
  })
})

test('lets the user declare a single output as a number or as the probability of the second class', async () => {
  fakeServer()
  const dialog = await arrive({ outputs: [{ name: 'y', kind: 'number', width: 1 }] })
  expect(dialog.getByRole('radio', { name: /^A number/ })).toHaveProperty('checked', true)
  expect(dialog.queryByRole('textbox', { name: 'Classes' })).toBeNull()
  await userEvent.click(dialog.getByRole('radio', { name: /^The probability of the second/ }))
  expect(await dialog.findByRole('textbox', { name: 'Classes' })).toBeTruthy()
  expect(dialog.getByText(/^Enter the class of low values first/).textContent).toMatch(/0 of 2 entered/)
})

test('fills the form with the names in the model file', async () => {
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

test('asks only for texts if the model file contains Tessera’s own metadata', async () => {
  const { calls } = fakeServer(on(CreateModel, () => 'm9'))
  const input = { kind: 'texts', name: 'c0', column: 'report', longest: 100 } as const
  const output = { kind: 'classes', label: 'tone', classes: ['good', 'bad'] } as const
  const dialog = await arrive({ signature: { input, output: { ...output, classes: [...output.classes] } }, inputs: [] })
  expect(dialog.getByText(/predicts “tone” from texts/)).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: 'Prediction target' })).toBeNull()
  describeIt(dialog)
  await userEvent.click(dialog.getByRole('radio', { name: /^Every party/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save model' }))
  await waitFor(() => expect(calls[0]?.input).toMatchObject({ described: null, isPublished: true }))
})

test('keeps the input when the import form is closed, and lets the user discard the file', async () => {
  const { calls } = fakeServer(on(DiscardModelFile, () => null))
  const dialog = await arrive()
  type(dialog, 'Columns', 'age, chol')
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('biopsy.onnx is uploaded. Its model card is still missing.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Complete model card' }))
  expect(within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Columns' })).toHaveProperty(
    'value',
    'age, chol',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Discard file' }))
  await waitFor(() => expect(calls[0]?.input).toEqual({ draftId: 'd1' }))
  await waitFor(() => expect(screen.queryByText(/model card is still missing/)).toBeNull())
})
