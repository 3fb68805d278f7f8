import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { covered, FOLDER_OF, findForbidden, isAllowed, rules, targetOf } from './import-rules.ts'
import { listSources } from './imports.ts'
import { root } from './places.ts'

const FORBIDDEN = [
  ['packages/contract/src/task.ts', 'node:fs'],
  ['packages/contract/src/task.ts', 'pg'],
  ['packages/contract/src/task.ts', '@tessera/server'],
  ['packages/contract/src/wire/task.ts', '../../../server/src/serve.ts'],
  ['packages/contract/src/wire/older/task.ts', '../../../../server/src/serve.ts'],
  ['packages/contract/src/wire/older/task.ts', '@tessera/inference'],
  ['packages/server/src/serve.ts', '../../../apps/platform/src/lib/auth.ts'],
  ['packages/server/src/serve.ts', '@tessera/platform'],
  ['packages/inference/src/model.ts', '../../../apps/edge/src/app.ts'],

  ['apps/platform/src/app.ts', '../../edge/src/app.ts'],
  ['apps/platform/src/app.ts', './features/run/queries.ts'],
  ['apps/platform/src/app.ts', 'react'],
  ['apps/platform/src/testing/world.ts', '@tessera/edge'],
  ['apps/platform/src/testing/task.ts', '../../../edge/src/app.ts'],
  ['apps/platform/src/app.ts', './testing/world.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../testing/task.ts'],
  ['apps/edge/src/edge.ts', './testing/world.ts'],
  ['apps/web/src/app/router.tsx', '../testing/router.tsx'],
  ['apps/web/src/features/task/api.ts', '../../testing/task.ts'],
  ['apps/web/src/lib/api.ts', '../testing/world.tsx'],
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
  ['apps/platform/src/features/task/plan/make-plan.ts', '../../../app.ts'],
  ['apps/platform/src/features/task/plan/make-plan.ts', '../../run/queries.ts'],
  ['apps/platform/src/features/task/plan/make-plan.ts', '../../../features/run/queries.ts'],
  ['apps/platform/src/features/task/plan/make-plan.ts', '../../../../../edge/src/app.ts'],
  ['apps/platform/src/features/run/fail-orphaned-tasks.ts', '../task/table.ts'],
  ['apps/platform/src/features/task/table.ts', '../run/queries.ts'],
  ['apps/platform/src/features/task/table.ts', '../run/index.ts'],
  ['apps/platform/src/features/task/table.ts', '../../app.ts'],

  ['apps/edge/src/app.ts', '../../platform/src/app.ts'],
  ['apps/edge/src/app.ts', './features/grant/sign.ts'],
  ['apps/edge/src/app.ts', 'react'],
  ['apps/edge/src/lib/serve.ts', '../features/grant/index.ts'],
  ['apps/edge/src/lib/serve.ts', '../edge.ts'],
  ['apps/edge/src/kinds/of.ts', '../features/grant/index.ts'],
  ['apps/edge/src/kinds/of.ts', '../settings.ts'],
  ['apps/edge/src/db/open.ts', '../edge.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../../edge.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../dataset/queries.ts'],
  ['apps/edge/src/kinds/table/scan.ts', '../../features/grant/sign.ts'],
  ['apps/edge/src/kinds/table/scan.ts', '../../edge.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../../../../platform/src/lib/auth.ts'],

  ['apps/web/src/app/router.tsx', '@tessera/server'],
  ['apps/web/src/lib/api.ts', '../../../platform/src/lib/auth.ts'],
  ['apps/web/src/app/router.tsx', 'fastify'],
  ['apps/web/src/edge-pages/main.tsx', 'node:fs'],
  ['apps/web/src/features/task/api.test.ts', 'node:fs'],
  ['apps/web/src/features/task/api.ts', '../../edge-pages/main.tsx'],
  ['apps/web/src/lib/api.ts', '../app/router.tsx'],
  ['apps/web/src/lib/api.ts', '../kinds/KindTag.tsx'],
  ['apps/web/src/lib/api.ts', '../features/task/index.ts'],
  ['apps/web/src/ui/Chart.tsx', '../app/router.tsx'],
  ['apps/web/src/ui/Chart.tsx', '../kinds/KindTag.tsx'],
  ['apps/web/src/kinds/KindTag.tsx', '../features/dataset/phrases.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../features/dataset/api.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../app/router.tsx'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/api.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/dataset-queries.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/files.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/own-edge.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/request.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/session.ts'],
  ['apps/web/src/kinds/tables/RowsTable.tsx', '../../lib/url-state.ts'],
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
  ['packages/contract/src/wire/older/task.ts', '../../run.ts'],
  ['packages/server/src/serve.ts', '@tessera/contract'],
  ['apps/platform/src/app.ts', './features/task/index.ts'],
  ['apps/platform/src/lib/auth.ts', '../settings.ts'],
  ['apps/platform/src/features/task/routes.ts', '../run/index.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../lib/auth.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../fleet/flower.ts'],
  ['apps/platform/src/features/task/routes.ts', '../../settings.ts'],
  ['apps/platform/src/features/task/table.ts', '../party/table.ts'],
  ['apps/platform/src/features/task/task.test.ts', '../run/queries.ts'],
  ['apps/platform/src/testing/task.ts', '../features/run/queries.ts'],
  ['apps/web/src/features/task/api.test.ts', '../../testing/task.ts'],
  ['apps/web/src/testing/task.ts', '../features/task/api.ts'],
  ['apps/platform/src/features/task/plan/make-plan.ts', '../../../settings.ts'],
  ['apps/platform/src/features/task/plan/make-plan.ts', '../../run/index.ts'],
  ['apps/edge/src/features/grant/sign.ts', '../../kinds/index.ts'],
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

const FOLDERS = /^(?:packages|apps)\/(\w+)\/src\//

test.each(FORBIDDEN)('forbids %s to import %s', (path, from) => {
  const file = path.replace(FOLDERS, '$1/')
  expect(isAllowed(rules(), file, targetOf(file, from))).toBe(false)
})

test.each(ALLOWED)('allows %s to import %s', (path, from) => {
  const file = path.replace(FOLDERS, '$1/')
  expect(isAllowed(rules(), file, targetOf(file, from))).toBe(true)
})

test('reports a forbidden import in any syntax, and names its file', () => {
  const base = mkdtempSync(join(tmpdir(), 'tessera-imports-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const lines = [
    "import { auth } from '../features/run/a.ts'",
    "import type { Auth } from '../features/run/b.ts'",
    "import {\n  auth,\n  type Auth,\n} from '../features/run/c.ts'",
    "export * from '../features/run/d.ts'",
    "import '../features/run/e.ts'",
    "const late = await import('../features/run/f.ts')",
    "type Late = import('../features/run/g.ts').Late",
    "import { here } from './here.ts'",
  ]
  const folder = 'apps/platform/src/lib'
  mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, folder, 'auth.ts'), `${lines.join('\n')}\n`)
  expect(findForbidden(base, rules())).toEqual(
    [...'abcdefg'].map((name) => `${folder}/auth.ts imports ../features/run/${name}.ts`),
  )
})

test('finds no forbidden import in this repository, and a source folder for each name in the table', () => {
  expect(findForbidden(root, rules())).toEqual([])
  const names = rules().flatMap(({ code, allowed, refused }) => [...code, ...allowed, ...refused])
  const isPackage = (name: string) => ['*', 'zod', 'react', 'node:*', 'fastify', '@tanstack'].includes(name)
  const paths = Object.values(FOLDER_OF).flatMap((folder) =>
    listSources(join(root, folder)).map((path) => `${folder}/${path}`),
  )
  const ours = paths.map((path) => path.replace(FOLDERS, '$1/'))
  const unused = names.filter(
    (name) => !isPackage(name) && name !== '/package.json' && !ours.some((path) => covered(name, path)),
  )
  expect(unused).toEqual([])
})
