import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Endpoint } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../apps/web/src')

/**
 * Calls to an edge that the console still makes itself, by module. Pages that show or accept rows move to the edge one
 * by one, and their entries are then removed here. Do not add entries.
 */
const LEFT = {
  'features/grant/api.ts': ['DraftGrant', 'ListGrantEvents', 'ListGrants'],
  'features/task/api.ts': ['ListMyTasksAtEdge'],
  'features/task/prepare/offer.ts': ['OfferRows'],
}
/**
 * Calls that both servers can answer. For a party without an edge, the console sends them to the platform
 * (`lib/request.test.ts`).
 */
const AT_PLATFORM = {
  'features/inference/at-platform.ts': [
    ...['CreateInference', 'DeleteInference', 'ExplainOnce', 'ExplainRow', 'GetInference', 'Infer', 'InferOnce'],
  ],
}
/** The only modules of the console that send requests. */
const SENDERS = ['lib/live-channel.ts', 'lib/request.ts', 'lib/send-file.ts']
/** Every place in the console that chooses the server of a request. */
const LINES = [
  ...["lib/files.ts: 'platform'", "lib/files.ts: 'platform'"],
  // Fetches an access token for a page of the edge.
  ...["lib/request.ts: 'edge'", "lib/request.ts: 'edge'"],
  "lib/request.ts: server === 'edge' ? 'edge' : 'platform'",
]
/** Calls of pages that have moved to the edge. The console must not make them. */
const MOVED = [
  ...['GetHeldDataset', 'GetGraphSample', 'ListRows', 'GetColumnProfiles', 'GetAnalysis', 'ListClasses'],
  ...['UploadZip', 'ReadUpload', 'SaveDataset', 'OfferRows', 'OfferColumns', 'NameClasses'],
  ...['ProposeNames', 'ConfirmNames', 'ListLocalResults', 'ShareLocalResult', 'DeleteLocalResult'],
  ...['ListHeldDatasets', 'GetAskedModel', 'InferDataset', 'ListPredictedRows', 'GetPredictedGraph'],
]

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
const OF_WIRE = /import\s*\{([^}]*)\}\s*from '@tessera\/contract\/wire'/g
/** Calls that platform and edge both answer, without any value of a row. */
const HARMLESS = ['CheckHealth']

/** Returns the text of every module that an entry reaches, by its path in the console's source. */
function reachedFrom(entry: string): Map<string, string> {
  const texts = new Map<string, string>()
  const waiting = [resolve(source, entry)]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const name = relative(source, path)
    if (texts.has(name) || !/\.tsx?$/.test(path) || !existsSync(path)) continue
    const text = readFileSync(path, 'utf8')
    texts.set(name, text)
    for (const [, to = ''] of text.matchAll(IMPORT)) waiting.push(resolve(dirname(path), to))
  }
  return texts
}

const endpoints = wire as unknown as Record<string, Endpoint | undefined>
const isForEdges = (name: string) =>
  name === 'VIEW_PICTURE_PATH' || ['edge', 'both'].includes(endpoints[name]?.server ?? '')

const callsIn = (text: string) =>
  [...text.matchAll(OF_WIRE)]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => isForEdges(name) && !HARMLESS.includes(name))
    .toSorted()

test('calls an edge only for data without row values, except on the pages that have not moved to the edge yet', {
  meta: { claim: 'row-access.console-legacy-calls' },
}, () => {
  const texts = reachedFrom('main.tsx')
  const calls = [...texts].map(([name, text]) => [name, callsIn(text)] as const).filter(([, found]) => found.length > 0)
  expect(Object.fromEntries(calls)).toEqual({ ...LEFT, ...AT_PLATFORM })
  expect([...texts.keys()].filter((name) => name.startsWith('edge-pages/'))).toEqual([])
  const whole = [...texts].filter(([, text]) => /import \* as \w+ from '@tessera\/contract\/wire'/.test(text))
  expect(whole.map(([name]) => name)).toEqual([])
})

test('sends every file, and every call that both servers answer, only to the platform', {
  meta: { claim: 'row-access.misdirected-console-calls' },
}, () => {
  const texts = reachedFrom('main.tsx')
  const those = (what: RegExp) => [...texts].filter(([, text]) => what.test(text)).map(([name]) => name)
  // Only the modules in SENDERS may send requests.
  expect(those(/\bfetch\(|new XMLHttpRequest\(|new WebSocket\(|sendBeacon|EventSource\(/).toSorted()).toEqual(SENDERS)
  expect(those(/\bsendForm\(/).toSorted()).toEqual(['lib/files.ts', 'lib/send-file.ts'])
  const lines = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/(?<!function )\blineAt\(([^,)]*)/g)].map(([, target]) => `${name}: ${target}`),
  )
  expect(lines.toSorted()).toEqual(LINES)
})

test('makes no call for rows from the console’s pages of a dataset and an upload, only from the edge’s pages in their frames', () => {
  const found = (entry: string) =>
    [...reachedFrom(entry).values()].flatMap(callsIn).filter((name) => MOVED.includes(name))
  for (const page of ['DataDetailPage', 'MyDataPage']) expect(found(`app/pages/${page}.tsx`)).toEqual([])
  expect(found('features/dataset/UploadDialogs.tsx')).toEqual([])
  expect([...new Set(found('edge-pages/main.tsx'))].toSorted()).toEqual(MOVED.toSorted())
})
