import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { AppError, Endpoint, ErrorCode, Input, Output, Party, User } from '@tessera/contract'
import { phrase } from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider, type ThemeConfig } from 'antd'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { z } from 'zod'
import { apiSettings } from '../lib/api-settings.ts'
import { type Language, setLanguage } from '../lib/i18n.ts'
import { type Role, sessionActions } from '../lib/session.ts'
import { changesSomething, pressAgain } from './repeated-clicks.ts'
// Imported for its side effect: query notifications are scheduled as in the product.
import '../lib/query-client.ts'

/** For tests: a network that answers as the contract defines, and a page in which components render. */

type Route = { endpoint: Endpoint; answer: (input: never, request: Seen) => unknown }

interface Seen {
  url: URL
  headers: Headers
}

/**
 * Defines the answer to one call: `on(GetTask, ({ taskId }) => task)`. Throw `new AppError(code)` for a business error.
 */
export function on<E extends Endpoint>(
  endpoint: E,
  answer: (input: Input<E>, request: Seen) => Output<E> | Promise<Output<E>>,
): Route {
  return { endpoint, answer: answer as Route['answer'] }
}

/**
 * Replaces the network. A call without a route fails the test, with the name of the call. Returns the list of all
 * calls.
 */
export function fakeServer(...routes: Route[]) {
  const calls: { path: string; input: unknown; url: string; headers: Headers }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(String(address), 'http://console.test')
    const isCall = url.host === 'console.test' && url.pathname.startsWith(apiSettings.prefix)
    const path = isCall ? url.pathname.slice(apiSettings.prefix.length) : url.pathname
    for (const { endpoint, answer } of routes) {
      const params = matched(endpoint, init.method ?? 'GET', path)
      if (!params) continue
      const headers = new Headers(init.headers)
      const body = readBody(init)
      const wire = Array.isArray(body) ? body : { ...Object.fromEntries(url.searchParams), ...body, ...params }
      const input = z.decode(endpoint.input, wire as never)
      calls.push({ path: endpoint.path, input, url: url.href, headers })
      const response = respond(endpoint, () => answer(input as never, { url, headers }), headers)
      if (!changesSomething(endpoint)) return response
      const sent = `${init.method} ${url.pathname}${url.search} ${typeof init.body === 'string' ? init.body : ''}`
      const pressing = pressAgain(sent)
      try {
        return await response
      } finally {
        await pressing
      }
    }
    throw new Error(`The test defines no answer for ${init.method ?? 'GET'} ${path}`)
  })
  return { calls }
}

const UNAUTHORIZED: ErrorCode[] = [
  'session.missing',
  'session.expired',
  'edge.token-required',
  'edge.token-refused',
  'edge.clock-behind',
]

async function respond(endpoint: Endpoint, answer: () => unknown, headers: Headers): Promise<Response> {
  const envelope = { success: true, code: 200, message: '', timestamp: 0 }
  try {
    const output = await answer()
    const result = z.encode(endpoint.output, output as never)
    return Response.json(endpoint.isBare ? result : { ...envelope, result })
  } catch (error) {
    const { code, params } = error as AppError
    if ((error as Error).name !== 'AppError') throw error
    const language = headers.get(HEADERS.language)?.startsWith('en') ? 'en' : 'cn'
    const message = phrase(language, code, params)
    const status = UNAUTHORIZED.includes(code) ? 401 : 200
    return Response.json(
      { success: false, code: 500, message, result: null, timestamp: 0, error: code, params },
      { status },
    )
  }
}

function matched(endpoint: Endpoint, method: string, path: string): Record<string, string> | null {
  if (endpoint.method !== method) return null
  const pattern = new RegExp(`^${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const match = pattern.exec(path)
  return match && { ...match.groups }
}

function readBody(init: RequestInit): Record<string, unknown> | unknown[] {
  if (typeof init.body !== 'string') return {}
  return init.body.startsWith('{') || init.body.startsWith('[')
    ? JSON.parse(init.body)
    : Object.fromEntries(new URLSearchParams(init.body))
}

/**
 * Disables styles, because no test checks what jsdom paints and generating the rules took a quarter of the tests' time.
 */
const UNPAINTED: ThemeConfig = { token: { motion: false }, zeroRuntime: true }

export const testUser: User = { id: 'u1', username: 'alice', displayName: 'Alice', avatar: null }

export function testParty(change: Partial<Party> = {}): Party {
  return {
    id: '1001',
    name: { cn: '仁和医院', en: 'Renhe' },
    avatar: null,
    edgeUrl: 'http://127.0.0.1:9101',
    isDeployed: true,
    createTime: new Date('2026-01-01T00:00:00Z'),
    abilities: { edit: true, invite: true, enrolEdge: true, appoint: true, announce: true },
    ...change,
  }
}

/** Logs in for a test. Without options: Alice, administrator of party 1001. `party: null` is a guest. */
export function logIn({ party = testParty(), role = 'admin' }: { party?: Party | null; role?: Role } = {}) {
  sessionActions.start('session-token', testUser)
  if (party) {
    sessionActions.setParties([party])
    sessionActions.chooseParty(party)
    sessionActions.setRole(role, 'A01')
  } else sessionActions.becomeTourist()
}

/** Sets the text of a field at once, as a password manager does. Typing would render the page for each character. */
export async function fill(field: HTMLElement, text: string) {
  await userEvent.click(field)
  await userEvent.paste(text)
}

/**
 * Renders a page or component with routes, queries, language and messages. Returns testing-library's result, the router
 * (`router.state.location.href` is the target of a click) and the list of calls.
 */
export function renderPage(
  page: ReactNode,
  { path = '/', language = 'cn' }: { path?: string; language?: Language } = {},
) {
  setLanguage(language)
  const route = createRootRoute({ component: () => page, notFoundComponent: () => page })
  const router = createRouter({
    routeTree: route,
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text ? `?${text}` : ''
    },
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const result = render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={UNPAINTED} button={{ autoInsertSpace: false }}>
        <App>
          <RouterProvider router={router as never} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { ...result, router, queryClient }
}
