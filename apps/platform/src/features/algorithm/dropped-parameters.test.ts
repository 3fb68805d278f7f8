import { expect, test } from 'vitest'
import { droppedParameters, keptParameters } from './dropped-parameters.ts'
import { type InstalledAlgorithm, libraryOf } from './library.ts'
import { Manifest } from './manifest.ts'

const text = { cn: '', en: '' }

function algorithm(id: string, parameters: Record<string, string>): InstalledAlgorithm {
  const manifest = Manifest.parse({
    id,
    kind: 'horizontal',
    nameCn: id,
    nameEn: id,
    introduction: text,
    description: text,
    remark: text,
    contentTypes: ['tabular'],
    labelKinds: ['binary'],
    parameters: Object.entries(parameters).map(([name, label]) => ({
      name,
      type: 'number',
      default: 1,
      help: text,
      label: { cn: `${label}（中）`, en: label },
    })),
  })
  return { manifest, fab: new Uint8Array(), codeHash: id, createTime: new Date(0) }
}

const newton = algorithm('newton', { max_iter: 'Maximum number of rounds' })
const library = libraryOf([newton, algorithm('network', { learning_rate: 'Learning rate' })])
const stored = { learning_rate: 0.5, max_iter: 7, momentum: 0.9 }

test('leaves out stored parameters that an algorithm no longer has, and takes their names from another algorithm', () => {
  expect(keptParameters(newton, stored)).toEqual({ max_iter: 7 })
  expect(droppedParameters(library, newton, stored)).toEqual([
    { cn: 'Learning rate（中）', en: 'Learning rate' },
    { cn: 'momentum', en: 'momentum' },
  ])
})

test('leaves out no parameters if the task has set none', () => {
  expect(keptParameters(newton, null)).toEqual({})
  expect(droppedParameters(library, newton, null)).toEqual([])
})
