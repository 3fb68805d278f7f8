import { AppError } from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { GetOpenApi } from '../../features/open-api/api.ts'
import * as files from '../../lib/save-file.ts'
import { fakeServer, fill, logIn, on, renderPage } from '../../testing/world.tsx'
import { OpenApiPage } from './OpenApiPage.tsx'

const jsonResponse = (schema: object) => ({ 200: { description: '', content: { 'application/json': { schema } } } })
const FAILED = { 500: { $ref: '#/components/responses/Failed' } }
const OPEN_API = {
  openapi: '3.1.0',
  info: { title: 'Tessera platform', version: '9.9.9', description: 'Calls lie under /jeecg-boot.' },
  paths: {
    '/healthz': { get: { responses: { 200: { description: '' } } } },
    '/jeecg-boot/sys/logout': {
      post: { summary: 'Ends the session.', tags: ['sys'], responses: jsonResponse({ type: 'null' }) },
    },
    '/jeecg-boot/platform/flJob/{id}': {
      get: {
        summary: 'One task.',
        tags: ['platform'],
        description: 'Right: `task.see`.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 40 } },
          { $ref: '#/components/parameters/Language' },
        ],
        responses: { ...jsonResponse({ $ref: '#/components/schemas/Task' }), ...FAILED },
      },
      put: {
        summary: 'Renames a task.',
        tags: ['platform'],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
        },
        responses: jsonResponse({ type: 'boolean' }),
      },
    },
  },
  components: {
    schemas: { Task: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    parameters: { Language: { name: 'accept-language', in: 'header', schema: { type: 'string' } } },
    responses: { Failed: { description: 'An unexpected error.' } },
  },
}

afterEach(() => void vi.unstubAllGlobals())

function open(language: 'cn' | 'en' = 'en', path = '/') {
  logIn()
  const { calls } = fakeServer(on(GetOpenApi, () => OPEN_API))
  return { ...renderPage(<OpenApiPage />, { path, language }), calls }
}

test('reads the OpenAPI document with the session and lists its calls in groups', async () => {
  const { calls } = open()
  const group = await screen.findByRole('region', { name: 'platform' })
  expect(group.textContent).toContain('2 calls')
  expect(within(group).getByText('Renames a task.')).toBeTruthy()
  expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual([
    'platform',
    'sys',
    'other',
  ])
  expect(screen.getByText('Calls lie under /jeecg-boot.')).toBeTruthy()
  expect(calls.map(({ url }) => url)).toEqual(['http://console.test/docs/json'])
  expect(calls[0]?.headers.get(HEADERS.token)).toBe('session-token')
})

test('shows parameters, body, response and errors of an opened call with references resolved', async () => {
  open()
  await userEvent.click(await screen.findByText('One task.'))
  expect(await screen.findByText('id: string (≤ 40)')).toBeTruthy()
  expect(screen.getByText('Right: `task.see`.')).toBeTruthy()
  expect(screen.getByText('accept-language?: string')).toBeTruthy()
  expect(screen.getByText('An unexpected error.')).toBeTruthy()
  expect(screen.getByText((_, element) => element?.tagName === 'PRE')?.textContent).toBe('{\n  name: string\n}')
  await userEvent.click(screen.getByText('Renames a task.'))
  expect(await screen.findByText(/^Request body/)).toBeTruthy()
})

test('makes a long response that scrolls reachable by Tab', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly changed: () => void
      constructor(changed: () => void) {
        this.changed = changed
      }
      observe() {
        this.changed()
      }
      unobserve() {}
      disconnect() {}
    },
  )
  open()
  await userEvent.click(await screen.findByText('One task.'))
  const text = await screen.findByText((_, element) => element?.tagName === 'PRE')
  expect(text.closest('[tabindex="0"]')).toBeTruthy()
})

test('finds calls by path or description, and stores the search text in the address', async () => {
  const { router } = open()
  await fill(await screen.findByLabelText('Search by path or description'), 'RENAMES')
  await waitFor(() => expect(screen.queryByText('One task.')).toBeNull())
  expect(screen.getByText('Renames a task.')).toBeTruthy()
  expect(router.state.location.href).toBe('/?name=RENAMES')
})

test('marks the document’s texts as English even on a Chinese page', async () => {
  open('cn')
  for (const text of ['Calls lie under /jeecg-boot.', 'One task.', 'Renames a task.']) {
    expect((await screen.findByText(text)).closest('[lang]')?.getAttribute('lang')).toBe('en')
  }
})

test('shows a notice if no call matches the search', async () => {
  open('cn', '/?name=nowhere')
  expect(await screen.findByText('没有与“nowhere”匹配的接口')).toBeTruthy()
})

test('saves the whole OpenAPI document as received', async () => {
  const save = vi.spyOn(files, 'saveAs').mockImplementation(() => {})
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Download OpenAPI (JSON)' }))
  const [content, name] = save.mock.calls[0] ?? []
  expect([JSON.parse((await content?.text()) ?? ''), name]).toEqual([OPEN_API, 'tessera-openapi.json'])
})

test('shows why the OpenAPI document could not be read', async () => {
  logIn()
  fakeServer(
    on(GetOpenApi, () => {
      throw new AppError('session.expired')
    }),
  )
  renderPage(<OpenApiPage />, { language: 'en' })
  expect(await screen.findByRole('alert')).toBeTruthy()
})
