import { z } from 'zod'
import { Algorithm } from '../algorithm.ts'
import { endpoint } from '../endpoint.ts'
import { TaskAlgorithm } from '../task.ts'
import { jsonString, renamed, WireTime } from './codec.ts'
import { WireDatasetChoice } from './dataset.ts'
import { algorithmTexts } from './older/algorithm.ts'
import { pageInput, pageOf } from './page.ts'
import { WireAlgorithmKind } from './vocabulary.ts'

/** Internally, a text in both languages is one object; in the API, there is one field per language. */
const algorithmShape = {
  ...Algorithm.shape,
  /**
   * Descriptions of the parameters in the caller's language. Clients of the specification read them among the
   * parameters.
   */
  describe: z.record(z.string(), z.string()).optional(),
  /** Id of the algorithm. Clients of the specification identify an algorithm by this field. */
  technicalName: z.string().optional(),
  kind: WireAlgorithmKind,
  createTime: WireTime,
  parameters: jsonString(Algorithm.shape.parameters),
}
const algorithmNames = {
  kind: 'flType',
  name: { cn: 'nameCn', en: 'nameEn' },
  technicalName: 'name',
  introduction: 'introductionTexts',
  description: 'describeTexts',
  remark: 'remarkTexts',
  parameters: 'params',
  useCount: 'counts',
} as const
export const WireAlgorithm = renamed(algorithmShape, algorithmNames, algorithmTexts)
const WireAlgorithmChoice = renamed(
  { ...algorithmShape, isSelected: z.boolean() },
  { ...algorithmNames, isSelected: 'selected' },
  algorithmTexts,
)
/** API names of the fields with the name of a task's algorithm. */
export const ALGORITHM_NAME = { name: { cn: 'nameCn', en: 'name' } } as const
export const WireTaskAlgorithm = renamed(TaskAlgorithm.shape, ALGORITHM_NAME)
const base = '/federalml/algorithm'
const byId = renamed({ algorithmId: z.string() }, { algorithmId: 'id' })
/**
 * The kind of run that the client requests. Every algorithm can also run at a single party, and is reported as local to
 * clients that request local algorithms.
 */
const asKind = { kind: WireAlgorithmKind.optional() }

export const ListAlgorithms = endpoint({
  method: 'GET',
  path: `${base}/listAllAlgorithm`,
  access: 'user',
  input: renamed({ ...pageInput, name: z.string().optional(), ...asKind }, { kind: 'flType' }),
  output: pageOf(WireAlgorithm),
  summary: 'Lists the algorithms of the pool.',
})
export const GetAlgorithm = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  access: 'user',
  input: renamed({ algorithmId: z.string(), ...asKind }, { algorithmId: 'id', kind: 'flType' }),
  output: WireAlgorithm,
  summary: 'Returns one algorithm with its description and parameters.',
})
export const ListAlgorithmsFor = endpoint({
  method: 'GET',
  path: `${base}/queryAlgorithm`,
  access: 'user',
  input: renamed({ labelKind: z.string() }, { labelKind: 'evalType' }),
  output: z.array(WireAlgorithm),
  summary: 'Lists the algorithms that fit a kind of label.',
})
export const GetAlgorithmUse = endpoint({
  method: 'GET',
  path: `${base}/algUseInfo`,
  access: 'user',
  input: byId,
  output: renamed(
    {
      useCount: z.number().optional(),
      partyCount: z.number().optional(),
      users: z.array(z.object({ name: z.string(), avatar: z.string().nullable() })).optional(),
    },
    { useCount: 'usedNums', partyCount: 'partyNums', users: 'userList' },
  ),
  summary: 'Returns who used an algorithm.',
  description: 'The caller is not counted.',
})
/** Translates a text. The result contains, for each line of the text, the original and its translation. */
export const CallService = endpoint({
  method: 'POST',
  path: `${base}/call`,
  access: 'user',
  isBare: true,
  input: renamed({ serviceId: z.string(), text: z.string() }, { serviceId: 'id', text: 'i' }),
  output: renamed(
    {
      translations: z.array(
        z.array(renamed({ source: z.string(), target: z.string() }, { source: 'src', target: 'tgt' })),
      ),
    },
    { translations: 'translateResult' },
  ),
  summary: 'Calls a service of the algorithm pool: translation.',
  description: 'A Chinese text is translated into English, any other into Chinese.',
})
export const ListDatasetsAndAlgorithms = endpoint({
  method: 'GET',
  path: `${base.replace('algorithm', 'collectFileMeta')}/queryFileMetaAndAlgorithm`,
  input: renamed({ datasetId: z.string().optional(), algorithmId: z.string().optional() }, { datasetId: 'fileMetaId' }),
  output: renamed(
    { datasets: z.array(WireDatasetChoice), algorithms: z.array(WireAlgorithmChoice) },
    { datasets: 'fileMeta', algorithms: 'algorithm' },
  ),
  summary: 'Lists datasets and algorithms that fit each other.',
  description: 'The choice of either narrows the other.',
})
/** An entry of an activity list: who did what to which object. */
export const WireActivity = renamed(
  {
    content: jsonString(z.record(z.string(), z.string())),
    createdBy: z.string(),
    createTime: WireTime,
    opType: z.string(),
  },
  { createdBy: 'createBy' },
)
const activity = (path: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/federalml/flOpLog/${path}`,
    access: 'user',
    carrier: 'form',
    input: z.object({ id: z.string(), ...pageInput }),
    output: pageOf(WireActivity),
    summary,
  })
export const ListAlgorithmActivity = activity('algOpLog', 'Lists recent use of an algorithm.')
export const ListModelActivity = activity('modelOpLog', 'Lists recent use of a model.')
export const ListMyActivity = endpoint({
  method: 'GET',
  path: '/federalml/flOpLog/missionOpLog',
  input: z.object({ ...pageInput, id: z.string().optional() }),
  output: pageOf(WireActivity),
  summary: "Lists recent activity in the party's tasks, or in one task.",
})
