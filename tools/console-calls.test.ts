import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Endpoint } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../apps/web/src')

/**
 * What the console's bundle can ask an edge for, by the modules that its entry reaches. Pages that show or take rows move into
 * the rooms one by one, and their lines go from here; none comes in.
 */
const LEFT = {
  'features/grant/api.ts': ['DraftGrant', 'ListGrantEvents', 'ListGrants'],
  'features/task/api.ts': ['ListMyTasksAtEdge'],
  'features/task/prepare/offer.ts': ['OfferRows'],
}
/** Both answer them, and the platform is asked: for a party without an edge (`lib/request.test.ts`). */
const AT_PLATFORM = {
  'features/inference/at-platform.ts': [
    ...['CreateInference', 'DeleteInference', 'ExplainOnce', 'ExplainRow', 'GetInference', 'Infer', 'InferOnce'],
  ],
}
/** The modules with which the console reaches anybody. */
const SENDERS = ['lib/live-channel.ts', 'lib/request.ts', 'lib/send-file.ts']
/** Whom they reach, wherever that is decided. */
const LINES = [
  ...["lib/files.ts: 'platform'", "lib/files.ts: 'platform'"],
  // To fetch a token for a page of the edge's.
  ...["lib/request.ts: 'edge'", "lib/request.ts: 'edge'"],
  "lib/request.ts: server === 'edge' ? 'edge' : 'platform'",
]
/** What pages ask that have moved: those of a dataset, of an upload and of inference. */
const MOVED = [
  ...['GetHeldDataset', 'GetGraphSample', 'ListRows', 'GetColumnProfiles', 'GetAnalysis', 'ListClasses'],
  ...['UploadZip', 'ReadUpload', 'SaveDataset', 'OfferRows', 'OfferColumns', 'NameClasses'],
  ...['ProposeNames', 'ConfirmNames', 'ListKeptResults', 'ShareKeptResult', 'DeleteKeptResult'],
  ...['ListHeldDatasets', 'GetAskedModel', 'InferDataset', 'ListPredictedRows', 'GetPredictedGraph'],
]

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
const OF_WIRE = /import\s*\{([^}]*)\}\s*from '@tessera\/contract\/wire'/g
/** At an edge too, and nothing that stands in a row comes or goes with it. */
const HARMLESS = ['CheckHealth']

/** The text of every module that one reaches, by its path from the console's source. */
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

test('the console asks an edge for nothing that holds a value, but for what has not moved into the rooms yet', () => {
  const texts = reachedFrom('main.tsx')
  const calls = [...texts].map(([name, text]) => [name, callsIn(text)] as const).filter(([, found]) => found.length > 0)
  expect(Object.fromEntries(calls)).toEqual({ ...LEFT, ...AT_PLATFORM })
  expect([...texts.keys()].filter((name) => name.startsWith('rooms/'))).toEqual([])
  const whole = [...texts].filter(([, text]) => /import \* as \w+ from '@tessera\/contract\/wire'/.test(text))
  expect(whole.map(([name]) => name)).toEqual([])
})

test('what edge and platform both answer, and every file, goes between console and platform alone', () => {
  const texts = reachedFrom('main.tsx')
  const those = (what: RegExp) => [...texts].filter(([, text]) => what.test(text)).map(([name]) => name)
  // Whatever leaves the console leaves by one of these.
  expect(those(/\bfetch\(|new XMLHttpRequest\(|new WebSocket\(|sendBeacon|EventSource\(/).toSorted()).toEqual(SENDERS)
  expect(those(/\bsendForm\(/).toSorted()).toEqual(['lib/files.ts', 'lib/send-file.ts'])
  const lines = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/(?<!function )\blineAt\(([^,)]*)/g)].map(([, target]) => `${name}: ${target}`),
  )
  expect(lines.toSorted()).toEqual(LINES)
})

test('the pages of a dataset and of an upload reach no call for rows; the pages of the edge in their frames do', () => {
  const found = (entry: string) =>
    [...reachedFrom(entry).values()].flatMap(callsIn).filter((name) => MOVED.includes(name))
  for (const page of ['DataDetailPage', 'MyDataPage']) expect(found(`app/pages/${page}.tsx`)).toEqual([])
  expect(found('features/dataset/UploadRooms.tsx')).toEqual([])
  expect([...new Set(found('rooms/main.tsx'))].toSorted()).toEqual(MOVED.toSorted())
})
