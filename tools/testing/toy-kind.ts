/**
 * A toy kind of data, `waves`: each row is a file of two numbers in a folder that names its class. A test adds it to a
 * copy of the sources.
 */

/** The line that each registry gets, after an import that it already has. */
export const TOY_LINES: Record<string, { import: string; entry: string }> = {
  'packages/contract/src/kinds/data-kinds.ts': {
    import: "import { waves } from './descriptors/waves.ts'",
    entry: 'waves',
  },
  'apps/edge/src/kinds/index.ts': { import: "import { waves } from './waves/kind.ts'", entry: 'waves' },
  'apps/web/src/kinds/web-kinds.ts': { import: "import { waves } from './waves/kind.tsx'", entry: 'waves' },
}

const phrasesIn = (language: string, name: string) => `import type { KindText } from '../kind-text.ts'

export const ${language}: Record<KindText, string> = {
  name: '${name}',
  inAlgorithms: '${name}',
  rows: '${name}',
  rowCount: '${name}',
  rowsRead: '${name}',
  guide: '${name}, one file each',
  'guide.layout': 'calm/1.wave',
  'guide.also': '',
}
`

/** The new files: the descriptor, a folder in each app, and an algorithm that accepts the kind. */
export const TOY_FILES: Record<string, string> = {
  'packages/contract/src/kinds/descriptors/waves.ts': `import type { DataKind } from '../data-kind.ts'
import { table } from './table.ts'

export const waves: DataKind = { ...table, declaresLabels: true, hasRowChoice: false, readsFileNames: true }
`,
  'apps/edge/src/kinds/waves/kind.ts': `import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { literal } from '../../lib/duck.ts'
import type { EdgeKind } from '../kind.ts'
import { type Reader, ROWS_FILE } from '../reader.ts'
import { grantTable } from '../table/grant-rows.ts'

const WAVE = /([^/]+)\\/[^/]+\\.wave$/

const readWaves: Reader = async ({ archive, duck, target }) => {
  const waves = archive.entries.filter(({ fileName }) => WAVE.test(fileName))
  const rows: string[] = []
  for (const [at, entry] of waves.entries()) {
    const [low, high] = (await archive.text(entry, 1_000)).trim().split(/\\s+/).map(Number)
    rows.push(\`(\${at + 1}, \${low}::DOUBLE, \${high}::DOUBLE, \${literal(WAVE.exec(entry.fileName)?.[1] ?? '')})\`)
  }
  const file = join(target, ROWS_FILE)
  await duck.run(
    \`COPY (SELECT * FROM (VALUES \${rows.join(', ')}) AS wave(id, low, high, label)) TO \${literal(file)} (FORMAT parquet)\`,
  )
  return {
    columns: ['low', 'high', 'label'],
    columnTypes: { low: 'number', high: 'number', label: 'text' },
    labelColumns: ['label'],
    rowCount: rows.length,
    sizeBytes: (await stat(file)).size,
    report: { rowsRead: rows.length, rejected: [], renamed: [], notes: [] },
    analysis: null,
  }
}

export const waves: EdgeKind = {
  recognises: async ({ entries }) => entries.some(({ fileName }) => WAVE.test(fileName)),
  read: readWaves,
  grant: grantTable,
  sample: () => ({ 'calm/1.wave': '1 2' }),
  layout: { cn: ['波形'], en: ['Waves'] },
}
`,
  'apps/web/src/kinds/waves/kind.tsx': `import { TableOutlined } from '@ant-design/icons'
import type { WebKind } from '../web-kind.ts'
import { cn } from './phrases.cn.ts'
import { en } from './phrases.en.ts'

export const waves: WebKind = { icon: <TableOutlined />, phrases: { en, cn } }
`,
  'apps/web/src/kinds/waves/phrases.en.ts': phrasesIn('en', 'Waves'),
  'apps/web/src/kinds/waves/phrases.cn.ts': phrasesIn('cn', '波形'),
}

/** Returns the manifest of an algorithm for tables and waves, made from that of an algorithm for tables. */
export const toyManifest = (manifest: Record<string, unknown>) => ({
  ...manifest,
  id: 'wave-classes',
  contentTypes: ['tabular', 'waves'],
})

/** A test for the copy: it uploads an archive, shows its rows, and grants them into the folder `TOY_GRANTED`. */
export const TOY_EDGE_TEST = `import { dataKindOf } from '@tessera/contract'
import { ListRows, OfferRows, ProposeNames, SaveDataset } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { grantRows } from './features/offer/index.ts'
import { findOffered } from './features/rows/index.ts'
import { buildWorld, zipOf } from './testing/world.ts'

test('uploads, shows and grants waves', async () => {
  const world = await buildWorld()
  try {
    await world.connect()
    const files = Array.from({ length: 80 }, (_one, at) => {
      const isCalm = at % 2 === 0
      return [\`waves/\${isCalm ? 'calm' : 'wild'}/\${at}.wave\`, \`\${(at % 7) + (isCalm ? 0 : 9)} \${at % 5}\`]
    })
    const draft = await world.upload(await zipOf(Object.fromEntries(files)))
    expect(draft).toMatchObject({ contentType: 'waves', rowCount: 80, labelColumns: ['label'] })
    await world.call(SaveDataset, { draftId: draft.draftId, name: 'Waves', description: 'd', sharing: 'party' })
    const { rows, total } = await world.call(ListRows, { tableName: draft.tableName })
    expect([total, rows[0]]).toEqual([80, { id: 1, low: expect.any(Number), high: expect.any(Number), label: 'calm' }])

    const taskId = 'of-waves'
    await world.call(OfferRows, { taskId, tableName: draft.tableName, rows: [] })
    world.fake.wanted.set(taskId, { columns: ['low', 'high'], label: 'label', targets: ['classes'] })
    const { names } = await world.call(ProposeNames, { taskId })
    expect(names.label?.classes).toEqual(['calm', 'wild'])
    const dataset = findOffered(world.db, taskId)
    if (!dataset) throw new Error('no rows are offered')
    expect(dataKindOf(dataset.contentType).declaresLabels).toBe(true)
    const granted = { dataset, columns: ['low', 'high', 'label'], where: 'true' }
    await grantRows(world.duck, granted, String(process.env.TOY_GRANTED))
  } finally {
    await world.close()
  }
})
`

/** A test for the copy: it shows the kind in the list of supported archives. */
export const TOY_WEB_TEST = `import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { KindGuide } from './KindGuide.tsx'

test('describes archives of waves', () => {
  setLanguage('en')
  render(<KindGuide />)
  fireEvent.click(screen.getByRole('tab', { name: /Waves/ }))
  expect(screen.getByText('Waves, one file each')).toBeTruthy()
})
`

/** Fits the algorithm to the granted rows, and prints its metrics on the same rows. */
export const TOY_TRAINING = `import json, sys
from engine.algorithm import load_algorithm
from engine.pooled import fit, score_on

algorithm = load_algorithm("wave-classes")
columns = [{"name": name, "kind": "number"} for name in ("low", "high")]
plan = {
    "parameters": {}, "maxRounds": 5, "parties": [], "fewest": 0, "seed": "0",
    "data": {"kind": "table", "columns": columns},
    "target": {"kind": "classes", "column": "label", "classes": ["calm", "wild"], "integral": False},
}
party = algorithm.on_rows(plan).open(sys.argv[1])
state = fit(algorithm, plan, [party])
metrics = score_on(algorithm, plan, state, party.training)
print(json.dumps({"rows": len(party.training), "metrics": metrics}))
`
