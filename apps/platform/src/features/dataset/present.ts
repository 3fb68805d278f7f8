import type { Output } from '@tessera/contract'
import { type GetDataset, ListRows } from '@tessera/contract/wire'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { listPartiesByIds, nameOfParty, type PartyRow } from '../party/index.ts'
import { type Asker, datasetAbilities } from './policy.ts'
import { readableSize } from './readable-size.ts'
import type { DatasetRow } from './table.ts'

/** A dataset in an API response, with additional fields for older clients. */
export type PresentedDataset = Output<typeof GetDataset>

/** The reader of a response and their language. */
type Reader = Asker & Pick<Actor, 'language'>

export async function presentDatasets(db: Db, rows: DatasetRow[], reader: Reader): Promise<PresentedDataset[]> {
  const parties = await listPartiesByIds(db, [...new Set(rows.map(({ partyId }) => partyId))])
  const byId = new Map(parties.map((party) => [party.id, party]))
  return rows.map((row) => presentOne(row, byId.get(row.partyId), reader))
}

export async function presentDataset(db: Db, row: DatasetRow, reader: Reader): Promise<PresentedDataset> {
  const [presented] = await presentDatasets(db, [row], reader)
  return presented as PresentedDataset
}

function presentOne(row: DatasetRow, party: PartyRow | undefined, asker: Reader): PresentedDataset {
  const { columns } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    partyId: row.partyId,
    partyName: nameOfParty(party, asker.language),
    createdBy: row.createdBy,
    createTime: row.createTime,
    contentType: row.contentType,
    sharing: row.sharing,
    size: readableSize(row.sizeBytes),
    rowCount: row.rowCount,
    tableName: row.tableName,
    columns,
    columnCount: row.columnCount,
    columnTypes: row.columnTypes,
    labelColumns: row.labelColumns,
    mapping: asker.partyId === row.partyId ? row.mapping : [],
    repeatedId: row.repeatedId,
    version: row.version,
    abilities: datasetAbilities(asker, row),
    ...presentForOlder(row, party),
  }
}

function presentForOlder(row: DatasetRow, party: PartyRow | undefined) {
  const edgeName = party?.nameEn ?? ''
  return {
    evalType: row.contentType,
    edgeName,
    storageNamespace: edgeName,
    labelName: row.labelColumns[0] ?? '',
    path: `${ListRows.path}?tableName=${encodeURIComponent(row.tableName)}`,
    hidden: row.taskId !== null,
    deleted: row.deleted,
  }
}
