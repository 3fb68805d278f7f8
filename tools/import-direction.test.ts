import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './places.ts'

const FORBIDDEN = [
  ['packages/contract/src/task.ts', 'node:fs'],
  ['packages/contract/src/task.ts', 'pg'],
  ['packages/contract/src/task.ts', '@tessera/server'],
  ['packages/contract/src/wire/task.ts', '../../../server/src/serve.ts'],
  ['packages/server/src/serve.ts', '../../../apps/platform/src/lib/auth.ts'],
  ['packages/server/src/serve.ts', '@tessera/platform'],
  ['packages/inference/src/model.ts', '../../../apps/edge/src/app.ts'],

  ['apps/platform/src/app.ts', '../../edge/src/app.ts'],
  ['apps/platform/src/app.ts', './features/run/queries.ts'],
  ['apps/platform/src/lib/auth.ts', '../app.ts'],
  ['apps/platform/src/lib/auth.ts', '../features/run/index.ts'],
  ['apps/platform/src/lib/notices.ts', '../features/party/index.ts'],
  ['apps/platform/src/db/pool.ts', '../features/run/table.ts'],
  ['apps/platform/src/db/pool.ts', '../../../web/src/lib/format.ts'],
  ['apps/platform/src/fleet/main.ts', '../features/run/queries.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../app.ts'],
  ['apps/platform/src/features/task/routes.ts', '../run/queries.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../features/run/queries.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../../../edge/src/app.ts'],
  ['apps/platform/src/features/task/routes.ts', '@tessera/web'],
  ['apps/platform/src/features/run/fail-orphaned-tasks.ts', '../task/table.ts'],
  ['apps/platform/src/features/task/table.ts', '../run/queries.ts'],
  ['apps/platform/src/features/task/table.ts', '../run/index.ts'],
  ['apps/platform/src/features/task/table.ts', '../../app.ts'],

  ['apps/edge/src/app.ts', '../../platform/src/app.ts'],
  ['apps/edge/src/lib/serve.ts', '../features/grant/index.ts'],
  ['apps/edge/src/db/open.ts', '../edge.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../../edge.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../dataset/queries.ts'],
  ['apps/edge/src/kinds/table/scan.ts', '../../features/grant/sign.ts'],
  ['apps/edge/src/kinds/table/scan.ts', '../../edge.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../../../../platform/src/lib/auth.ts'],

  ['apps/web/src/app/router.tsx', '@tessera/server'],
  ['apps/web/src/lib/api.ts', '../../../platform/src/lib/auth.ts'],
  ['apps/web/src/lib/api.ts', '../features/task/index.ts'],
  ['apps/web/src/ui/Chart.tsx', '../app/router.tsx'],
  ['apps/web/src/ui/Chart.tsx', '../kinds/KindTag.tsx'],
  ['apps/web/src/kinds/KindTag.tsx', '../features/dataset/phrases.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../features/dataset/api.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../app/router.tsx'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/api.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/dataset-queries.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '@tanstack/react-query'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../pictures/PictureRows.tsx'],
  ['apps/web/src/features/task/api.ts', '@tessera/server'],
  ['apps/web/src/features/task/api.ts', 'node:fs'],
  ['apps/web/src/features/task/api.ts', '../run/index.ts'],
  ['apps/web/src/features/task/api.ts', '../../app/router.tsx'],
  ['apps/web/src/features/task/api.ts', '../../features/run/api.ts'],
  ['apps/web/src/features/task/lists/TaskPool.tsx', '../../run/api.ts'],
  ['apps/web/src/features/task/lists/TaskPool.tsx', '../../../app/router.tsx'],
  ['apps/web/src/features/task/lists/TaskPool.tsx', '../../../features/run/api.ts'],
] as const

const ALLOWED = [
  ['packages/contract/src/task.ts', 'zod'],
  ['packages/contract/src/wire/task.ts', '../errors.ts'],
  ['packages/server/src/serve.ts', '@tessera/contract'],
  ['apps/platform/src/app.ts', './features/task/index.ts'],
  ['apps/platform/src/lib/auth.ts', '../settings.ts'],
  ['apps/platform/src/features/task/routes.ts', '../run/index.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../lib/auth.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../fleet/flower.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../settings.ts'],
  ['apps/platform/src/features/task/table.ts', '../party/table.ts'],
  ['apps/platform/src/features/task/task.test.ts', '../run/queries.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../dataset/index.ts'],
  ['apps/edge/src/kinds/table/scan.ts', '../../lib/duck.ts'],
  ['apps/web/src/app/router.tsx', '../features/task/index.ts'],
  ['apps/web/src/features/task/api.ts', '../../lib/api.ts'],
  ['apps/web/src/features/task/api.ts', '@tessera/contract/wire'],
  ['apps/web/src/features/dataset/DatasetRows.tsx', '../../kinds/tables/RowsTable.tsx'],
  ['apps/web/src/features/task/choose/RowChooser.tsx', '../../../kinds/tables/RowsTable.tsx'],
  ['apps/web/src/app/pages/DataDetailPage.tsx', '../../kinds/KindTag.tsx'],
  ['apps/web/src/kinds/KindTag.tsx', '../ui/index.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../phrases.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/row-view.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../ui/index.ts'],
  ['apps/web/src/features/task/lists/TaskPool.tsx', '../api.ts'],
  ['apps/web/src/features/task/lists/TaskPool.tsx', '../detail/panel.ts'],
  ['apps/web/src/features/task/lists/TaskPool.tsx', '../../../ui/index.ts'],
] as const

/** `file from` of every import that the rules of this repository report, in temporary files with these names. */
const refused = new Set<string>()
const tree = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-imports-')))

beforeAll(() => {
  const imports = Map.groupBy([...FORBIDDEN, ...ALLOWED], ([file]) => file)
  for (const [file, lines] of imports) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), lines.map(([, from]) => `import '${from}'\n`).join(''))
  }
  copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'))
  // Biome requires an ignore file that is not empty.
  writeFileSync(join(tree, '.gitignore'), 'node_modules\n')
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const options = ['--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none']
  const { stdout } = spawnSync(biome, ['lint', ...options, '.'], { cwd: tree, encoding: 'utf8' })
  for (const [, file = '', line] of stdout.matchAll(/noRestrictedImports,file=([^,]+),line=(\d+)/g)) {
    refused.add((imports.get(relative(tree, file) as never)?.[Number(line) - 1] ?? []).join(' '))
  }
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.each(FORBIDDEN)('forbids %s to import %s', (file, from) => {
  expect(refused).toContain(`${file} ${from}`)
})

test.each(ALLOWED)('allows %s to import %s', (file, from) => {
  expect(refused).not.toContain(`${file} ${from}`)
})
