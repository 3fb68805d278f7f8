import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListDatasetsAndAlgorithms } from '@tessera/contract/wire'
import { afterAll, expect, test } from 'vitest'
import { buildHospital, tell } from '../../testing/dataset.ts'
import { buildUser, call, describeOnOne, writeAlgorithm } from '../../testing/index.ts'

const ALGORITHMS_DIR = mkdtempSync(join(tmpdir(), 'tessera-algorithms-'))
afterAll(() => rmSync(ALGORITHMS_DIR, { recursive: true }))
const text = { cn: '', en: '' }
for (const [id, contentTypes, labelKinds] of [
  ['classes', ['tabular'], ['binary', 'multi']],
  ['amounts', ['tabular'], ['regression']],
  ['pictures', ['vision'], ['multi']],
] as const) {
  const names = { id, kind: 'horizontal', nameCn: id, nameEn: id, introduction: text, description: text, remark: text }
  writeAlgorithm(ALGORITHMS_DIR, { ...names, contentTypes, labelKinds, parameters: [] })
}

describeOnOne(
  'matching datasets and algorithms',
  (world) => {
    test('filters datasets by the chosen algorithm, and algorithms by the chosen dataset', {
      meta: { spec: 'calls.collectFileMeta/queryFileMetaAndAlgorithm' },
    }, async () => {
      const hospital = await buildHospital(world())
      const other = await buildHospital(world())
      const numbers = await tell(world(), hospital)
      const words = await tell(world(), hospital, { columns: ['a', 'b'], columnTypes: { a: 'text', b: 'text' } })
      const pictures = await tell(world(), hospital, {
        contentType: 'vision',
        columns: ['cell'],
        columnTypes: { cell: 'text' },
        labelColumns: ['cell'],
      })
      await tell(world(), hospital, { sharing: 'person', createdByUserId: hospital.admin.userId })
      await tell(world(), other)

      const list = async (chosen: { datasetId?: string; algorithmId?: string }) => {
        const { result } = await call(world(), ListDatasetsAndAlgorithms, chosen, {
          user: hospital.owner,
          party: hospital,
        })
        return [result.datasets.map(({ id }) => id).sort(), result.algorithms.map(({ id }) => id).sort()]
      }
      const marked = (
        await call(
          world(),
          ListDatasetsAndAlgorithms,
          { datasetId: numbers.id, algorithmId: 'amounts' },
          { user: hospital.owner, party: hospital },
        )
      ).result
      const chosen = [...marked.datasets, ...marked.algorithms].filter(({ isSelected }) => isSelected)
      expect(chosen.map(({ id }) => id)).toEqual([numbers.id, 'amounts'])
      const own = [numbers.id, words.id, pictures.id].sort()
      expect(await list({})).toEqual([own, ['amounts', 'classes', 'pictures']])
      expect(await list({ datasetId: words.id })).toEqual([own, ['classes']])
      expect(await list({ datasetId: pictures.id })).toEqual([own, ['pictures']])
      expect(await list({ algorithmId: 'amounts' })).toEqual([[numbers.id], ['amounts', 'classes', 'pictures']])
      expect(await list({ algorithmId: 'classes', datasetId: numbers.id })).toEqual([
        [numbers.id, words.id].sort(),
        ['amounts', 'classes'],
      ])
    })

    test('refuses a dataset or algorithm that does not exist or is hidden from the caller, and a caller without a party', async () => {
      const hospital = await buildHospital(world())
      const other = await buildHospital(world())
      const secret = await tell(world(), hospital, { sharing: 'person' })
      const ask = async (chosen: object, who = { user: other.owner, party: other as { partyId: string } | null }) =>
        (await call(world(), ListDatasetsAndAlgorithms, chosen, who)).error
      expect(await ask({ datasetId: secret.id })).toBe('dataset.not-found')
      expect(await ask({ algorithmId: 'none' })).toBe('algorithm.not-found')
      expect(await ask({}, { user: await buildUser(world()), party: null })).toBe('party.required')
    })
  },
  { ALGORITHMS_DIR },
)
