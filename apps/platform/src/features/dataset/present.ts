import type { Dataset } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { listPartiesByIds, nameOfParty } from '../party/index.ts'
import { type Asker, datasetAbilities } from './policy.ts'
import { readableSize } from './readable-size.ts'
import type { DatasetRow } from './table.ts'

/** Older clients read the columns as a comma list; it is left out where a name holds a comma. */
export type PresentedDataset = Dataset & { commaColumns?: string[] }

/** Who asks, and in which language they read. */
type Reader = Asker & Pick<Actor, 'language'>

export async function presentDatasets(db: Db, rows: DatasetRow[], reader: Reader): Promise<PresentedDataset[]> {
  const parties = await listPartiesByIds(db, [...new Set(rows.map(({ partyId }) => partyId))])
  const names = new Map(parties.map((party) => [party.id, nameOfParty(party, reader.language)]))
  return rows.map((row) => presentOne(row, names.get(row.partyId) ?? '', reader))
}

export async function presentDataset(db: Db, row: DatasetRow, reader: Reader): Promise<PresentedDataset> {
  const [presented] = await presentDatasets(db, [row], reader)
  return presented as PresentedDataset
}

function presentOne(row: DatasetRow, partyName: string, asker: Asker): PresentedDataset {
  const { columns } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    partyId: row.partyId,
    partyName,
    createdBy: row.createdBy,
    createTime: row.createTime,
    contentType: row.contentType,
    sharing: row.sharing,
    size: readableSize(row.sizeBytes),
    rowCount: row.rowCount,
    tableName: row.tableName,
    columns,
    columnTypes: row.columnTypes,
    labelColumns: row.labelColumns,
    mapping: asker.partyId === row.partyId ? row.mapping : [],
    ...(columns.some((column) => column.includes(',')) ? {} : { commaColumns: columns }),
    abilities: datasetAbilities(asker, row),
  }
}
