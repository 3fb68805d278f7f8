import { useMutation as useBareMutation } from '@tanstack/react-query'
import { AppError, type Endpoint } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { DeleteTask } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changesSomething, ONLY_ASK, takeSentTwice } from '../testing/repeated-clicks.ts'
import { fakeServer, logIn, on, renderPage } from '../testing/world.tsx'
import { call } from './api.ts'
import { useMutation } from './mutation.ts'

function DeleteIt({ use }: { use: typeof useMutation }) {
  const remove = use({ mutationFn: () => call(DeleteTask, { taskId: 't1' }) })
  return (
    <button type="button" onClick={() => remove.mutate()}>
      {remove.error ? 'refused' : remove.isSuccess ? 'gone' : 'Delete'}
    </button>
  )
}

/** Clicks a button without a loading state twice. Returns how often it sent the call. */
async function pressedTwice(use: typeof useMutation): Promise<number> {
  logIn()
  const { calls } = fakeServer(on(DeleteTask, () => null))
  renderPage(<DeleteIt use={use} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('button', { name: 'gone' })
  return calls.length
}

test('the tests detect a mutation that is sent twice, because they repeat every click', async () => {
  expect(await pressedTwice(useBareMutation as typeof useMutation)).toBe(2)
  expect(takeSentTwice()).toEqual(['DELETE /jeecg-boot/platform/flJobRecruit/delete?id=t1 '])
})

test('sends no second request while a mutation is in progress', {
  meta: { spec: 'states.duplicate-submission' },
}, async () => {
  expect(await pressedTwice(useMutation)).toBe(1)
})

test('sends a mutation again on the next click after it was refused', async () => {
  logIn()
  let tries = 0
  fakeServer(
    on(DeleteTask, () => {
      tries += 1
      if (tries === 1) throw new AppError('task.not-found')
      return null
    }),
  )
  renderPage(<DeleteIt use={useMutation} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await userEvent.click(await screen.findByRole('button', { name: 'refused' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'gone' })).toBeTruthy())
  expect(tries).toBe(2)
})

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
)
const isTest = ([path]: [string, string]) => /\.test\.|\/test(ing)?-|\/testing\./.test(path)
const ours = sources.filter((source) => !isTest(source)).map(([, text]) => text)
const tests = sources.filter(isTest).map(([, text]) => text)
const matches = (texts: string[], pattern: RegExp) => texts.some((text) => pattern.test(text))

test('no code uses TanStack’s useMutation except our wrapper', () => {
  const bare = sources.filter((source) => !isTest(source) && /\buseMutation\b[^}]*\} from '@tanstack/.test(source[1]))
  expect(bare.map(([path]) => path)).toEqual(['./mutation.ts'])
})

/** Calls that cannot be clicked twice: their files are sent as soon as they are chosen, without a button. */
const CHOSEN_FILES = ['UploadFile', 'UploadModelFile', 'UploadZip']

test('at least one test makes each call that changes data, so that its click is repeated there', {
  meta: { spec: 'states.duplicate-submission' },
}, () => {
  const endpoints = Object.entries(wire as Record<string, unknown>).filter(
    (entry): entry is [string, Endpoint] => typeof (entry[1] as Endpoint)?.method === 'string',
  )
  const changing = endpoints.filter(([name, endpoint]) => changesSomething(endpoint) && matches(ours, wordOf(name)))
  const untried = changing.filter(([name]) => !matches(tests, new RegExp(`\\bon\\(\\s*${name}(Call)?\\b`)))
  expect(changing.length).toBeGreaterThan(50)
  expect(untried.map(([name]) => name).sort()).toEqual(CHOSEN_FILES)
  for (const endpoint of ONLY_ASK) expect(endpoint.method).toBe('POST')
})

const wordOf = (name: string) => new RegExp(`\\b${name}\\b`)
