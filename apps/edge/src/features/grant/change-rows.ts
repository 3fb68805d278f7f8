import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { dataKindOf, fail, type RowRemedy } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import { ROW_ID } from '../../kinds/index.ts'
import { ident, parquet } from '../../lib/duck.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { compareRows, type HashedRows, keysOn } from '../differencing/index.ts'
import { offer, setAside } from '../offer/index.ts'
import { findDataset, mayReadRows, type StoredDataset } from '../rows/index.ts'
import type { GrantDeps } from './deps.ts'
import { findOut } from './draft.ts'
import { rowsOf } from './near.ts'
import { findGrant } from './queries.ts'

/**
 * Selects other rows for a task, so that they equal the rows of an earlier ticket or differ from them in enough rows.
 * The edge decides which rows to select, and records the selection as if a member had made it.
 */
export const changeRows = (
  deps: GrantDeps,
  wanted: { taskId: string; grantId: string; remedy: RowRemedy },
  actor: Actor,
) => oneCheckAtATime(() => change(deps, wanted, actor))

/** Requests that arrive at the same time run one after the other, so that the second one finds the changed rows. */
const oneCheckAtATime = oneAtATime()

async function change(
  deps: GrantDeps,
  { taskId, grantId, remedy }: { taskId: string; grantId: string; remedy: RowRemedy },
  actor: Actor,
) {
  const { task, dataset } = await findOut(deps, taskId)
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  if (dataKindOf(dataset.contentType).isOfferedWhole) fail('grant.rows-whole')
  const grant = findGrant(deps.db, grantId) ?? fail('grant.not-found')
  const earlier = (grant.rowDigest !== null && deps.hashes.stored(grant.rowDigest)) || fail('grant.not-found')
  const rows = await deps.hashes.take(rowsOf(dataset, task.plan)).rows
  const { difference, pairs } = await compareRows(rows, earlier, deps.differenceLimits.confirmed)
  if (difference === 0 || difference >= deps.differenceLimits.confirmed) fail('grant.plan-changed')
  const shared = { names: pairs.map(({ one }) => rows.columns[one] as string), keys: await countKeys(earlier, pairs) }

  const of = { deps, taskId, actor, shared, dataset, plan: task.plan }
  return remedy === 'same-rows' ? useAgain(of) : leaveOut(of, deps.differenceLimits.confirmed - difference)
}

interface Change {
  deps: GrantDeps
  taskId: string
  actor: Actor
  dataset: StoredDataset
  plan: Awaited<ReturnType<typeof findOut>>['task']['plan']
  /**
   * The columns shared with the earlier ticket. `keys` maps each key on these columns to its number of rows in the
   * earlier ticket.
   */
  shared: { names: string[]; keys: Map<number, number> }
}

async function countKeys(rows: HashedRows, pairs: { other: number }[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const keys = await keysOn(
    rows,
    pairs.map(({ other }) => other),
  )
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Selects the rows of the earlier ticket again, from the dataset from which they come. */
async function useAgain({ deps, taskId, actor, dataset, plan, shared }: Change) {
  const source = findDataset(deps.db, dataset.parentId ?? '') ?? fail('grant.rows-gone')
  const all = await setAside(deps, source, { ids: [], mapping: dataset.mapping, narrow: undefined })
  try {
    const { common } = await split(deps, rowsOf({ ...source, ...all }, plan), shared)
    const wanted = [...shared.keys.values()].reduce((sum, count) => sum + count, 0)
    if (common.length < wanted) fail('grant.rows-gone')
    const { tableName } = source
    return await offer(deps, { taskId, tableName, rows: common.map((id) => ({ id })), mapping: dataset.mapping }, actor)
  } finally {
    await rm(dirname(all.file), { recursive: true, force: true })
  }
}

/** Leaves out `count` rows, drawn at random from the rows that are also in the earlier ticket. */
async function leaveOut({ deps, taskId, actor, dataset, plan, shared }: Change, count: number) {
  const { common } = await split(deps, rowsOf(dataset, plan), shared)
  const left = new Set(draw(common, count))
  const ids = await deps.duck.rows(`SELECT CAST(${ident(ROW_ID)} AS VARCHAR) AS id FROM ${parquet(dataset.file)}`)
  const rows = ids.map(({ id }) => ({ id: String(id) })).filter(({ id }) => !left.has(id))
  if (rows.length === 0) fail('grant.too-few-rows', { minimum: deps.minimumRows, rows: 0 })
  return offer(deps, { taskId, tableName: dataset.tableName, rows }, actor)
}

/** Finds the ids of rows that are also in the earlier ticket. Equal rows are matched as often as they occur there. */
async function split(deps: GrantDeps, of: ReturnType<typeof rowsOf>, { names, keys }: Change['shared']) {
  const ids: string[] = []
  const hashed = await deps.hashes.hash(of, { onId: (id) => void ids.push(id) })
  try {
    const places = names.map((name) => hashed.columns.indexOf(name))
    const found = await keysOn(hashed, places)
    const open = new Map(keys)
    const common = found.flatMap((key, row) => {
      const count = open.get(key) ?? 0
      open.set(key, count - 1)
      return count > 0 ? [ids[row] as string] : []
    })
    return { common }
  } finally {
    await rm(hashed.file, { force: true })
  }
}

function draw(from: string[], count: number): string[] {
  const open = [...from]
  for (let place = 0; place < Math.min(count, open.length); place += 1) {
    const other = randomInt(place, open.length)
    ;[open[place], open[other]] = [open[other] as string, open[place] as string]
  }
  return open.slice(0, count)
}
