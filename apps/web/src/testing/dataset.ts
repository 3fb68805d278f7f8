import type { ColumnProfile, Dataset, DatasetDraft } from '@tessera/contract'
import { GetEdgeToken } from '@tessera/contract/wire'
import { on } from './world.tsx'

/** Returns a table dataset for tests. */
export const heart = (change: Partial<Dataset> = {}): Dataset => ({
  id: 'd1',
  name: '心脏病筛查',
  description: '门诊心脏病筛查记录',
  partyId: '1001',
  partyName: '仁和医院',
  createdBy: 'alice',
  createTime: new Date('2026-01-05T08:00:00Z'),
  contentType: 'tabular',
  sharing: 'party',
  size: '12.0 KB',
  rowCount: 120,
  tableName: 't_heart',
  columns: ['age', 'chol', 'diagnosis'],
  columnTypes: { age: 'integer', chol: 'number', diagnosis: 'text' },
  labelColumns: [],
  mapping: [],
  repeatedId: null,
  abilities: { readRows: true, delete: true },
  ...change,
})

export const ageProfile: ColumnProfile = {
  name: 'age',
  type: 'integer',
  missing: 6,
  distinct: 41,
  minimum: 29,
  maximum: 77,
  mean: 54.4,
  quartiles: [47, 55, 61],
  bins: [
    { label: '29–38', count: 14 },
    { label: '39–48', count: 100 },
  ],
}

export const heartDraft: DatasetDraft = {
  draftId: 'draft-1',
  name: 'heart',
  path: 'heart.zip',
  contentType: 'tabular',
  columns: ['age', 'chol', 'diagnosis'],
  columnTypes: { age: 'integer', chol: 'number', diagnosis: 'text' },
  tableName: 't_heart',
  rowCount: 120,
  sizeBytes: 4096,
  labelColumns: [],
  report: { rowsRead: 120, rejected: [], renamed: [], notes: [] },
}

export const pageWith = <T>(...records: T[]) => ({ records, total: records.length, size: 16, current: 1, pages: 1 })

export const edgeToken = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
