import { buffer } from 'node:stream/consumers'
import type { ColumnSelection, Parameters, ResearchType, Visibility } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { ZipFile } from 'yazl'
import type { Client } from './client.ts'
import { ALGORITHM, LABEL } from './demo-table.ts'
import { SIGNING_PIN } from './places.ts'
import { until } from './until.ts'

/** Zips a CSV, uploads it to the party's edge and names it; answers the dataset's id. */
export async function upload(client: Client, csv: string, name: string, description: string): Promise<string> {
  const zip = new ZipFile()
  zip.addFile(csv, 'table.csv')
  return uploadArchive(client, zip, name, description)
}

/** Rejects where a file that was added cannot be read: the archive itself reports it, not its stream. */
async function bytesOf(zip: ZipFile): Promise<Buffer<ArrayBuffer>> {
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  zip.end()
  return Promise.race([failed, buffer(zip.outputStream)]) as Promise<Buffer<ArrayBuffer>>
}

/** Of any kind of data. */
export async function uploadArchive(client: Client, zip: ZipFile, name: string, description: string): Promise<string> {
  const draft = await client.upload(wire.UploadZip, new Blob([await bytesOf(zip)]), `${name}.zip`)
  const { datasetId } = await client.call(wire.SaveDataset, {
    draftId: draft.draftId,
    name,
    description,
    sharing: 'party',
  })
  await until(
    'the platform to know the dataset',
    async () => (await client.call(wire.SearchDatasetName, { name })).length || undefined,
  )
  return datasetId
}

/** What a model is tried on. */
export const UNSEEN = '没有参与训练的数据行。 Rows that nobody trained on.'
/** What the demo's own table asks. */
const TUMOURS = '根据细胞核测量值判断肿瘤良恶性。 Is the tumour malignant or benign? From measurements of cell nuclei.'

export const createTask = (
  client: Client,
  name: string,
  visibility: Visibility,
  researchType: ResearchType,
  description = TUMOURS,
) => client.call(wire.CreateTask, { name, description, visibility, researchType })

/** Sets algorithm, parameters, columns and label: what tickets are about. */
export async function planTask(
  client: Client,
  taskId: string,
  columns: string[],
  rounds: number,
  algorithmId = ALGORITHM,
) {
  await client.call(wire.UpdateTask, { taskId, algorithmId })
  const { parameters } = await client.call(wire.GetAlgorithm, { algorithmId })
  await client.call(wire.UpdateTask, { taskId, parameters: { ...parameters, max_iter: rounds } })
  await client.call(wire.UpdateColumnSelection, { taskId, columnSelection: { columns, label: LABEL } })
}

/** Sets all rows of a dataset aside for a task; whoever joins compares formats with the initiator first. */
export async function offerRows(client: Client, taskId: string, datasetId: string) {
  const { joined, mine } = await client.call(wire.GetRegistrations, { taskId })
  if (!mine) throw new Error('not registered in the task')
  const dataset = await client.call(wire.GetDataset, { datasetId })
  const initiator = joined.registrations.find(({ role }) => role === 'initiator')
  if (initiator?.datasetId && initiator.id !== mine.id) {
    await client.call(wire.CompareDatasets, {
      initiator: { datasetId: initiator.datasetId },
      participant: { datasetId },
    })
  }
  const offered = await client.call(wire.OfferRows, { taskId, tableName: dataset.tableName, rows: [] })
  await client.call(wire.OfferDataset, { registrationId: mine.id, datasetId: offered.datasetId })
}

/** Confirms which categories and classes of the party's rows the plan may name, as its edge proposes them. */
export async function confirmNames(client: Client, taskId: string) {
  await client.call(wire.ConfirmNames, await client.call(wire.ProposeNames, { taskId }))
}

/** Settles who takes part, so that they can sign; where that is done already, nothing. */
export async function closeJoining(
  client: Client,
  taskId: string,
  terms: { fewest?: number; waitMinutes?: number } = {},
) {
  const { joining } = await client.call(wire.GetTask, { taskId })
  if (joining === 'open') await client.call(wire.CloseJoining, { taskId, ...terms })
}

/** Signs the party's ticket for the plan as it stands. */
export async function sign(client: Client, taskId: string) {
  const { planHash, datasetId } = await client.call(wire.DraftGrant, { taskId })
  await client.call(wire.SignGrant, { taskId, planHash, datasetId, proof: { pin: SIGNING_PIN } })
  await until('the ticket to reach the platform', async () => {
    const { mine } = await client.call(wire.GetRegistrations, { taskId })
    return mine?.grant === 'signed' || undefined
  })
}

/**
 * Starts training and follows it to its end; answers the id of the initiator's own model. The initiator comes first
 * among the members. A run that the demo began before it was killed is followed; if it died too, all sign anew.
 */
export async function train(
  members: [Client, ...Client[]],
  taskId: string,
  say: (line: string) => void,
  name: string,
): Promise<string> {
  const { modelId, researchType } = await trainToEnd(members, taskId, say, name)
  if (!modelId && researchType === 'independent') return share(members[0], taskId)
  if (!modelId) throw new Error('training finished without a model')
  return modelId
}

/** The same for a task that may end without a model; answers the task. */
export async function trainToEnd(
  members: [Client, ...Client[]],
  taskId: string,
  say: (line: string) => void,
  name: string,
) {
  const [initiator] = members
  const task = () => initiator.call(wire.GetTask, { taskId })
  if ((await task()).status === 'training') await follow(initiator, taskId, say, name)
  if (['failed', 'stopped'].includes((await task()).status)) {
    await initiator.call(wire.Resubmit, { taskId })
    for (const member of members) await sign(member, taskId)
  }
  if ((await task()).status === 'recruiting') {
    const waiting = await initiator.call(wire.StartTraining, { taskId })
    if (waiting) throw new Error(`only ${waiting} parties are ready`)
    const failure = await follow(initiator, taskId, say, name)
    if (failure) throw new Error(`training failed: ${JSON.stringify(failure)}`)
  }
  return task()
}

/** Has the party's edge share the model that its newest run by itself left there; answers its id on the platform. */
async function share(client: Client, taskId: string): Promise<string> {
  const { runId } = await until('the edge to keep the model', async () => {
    const [newest] = await client.call(wire.ListKeptResults, { taskId })
    return newest
  })
  await client.call(wire.ShareKeptResult, { runId })
  const { modelId } = await client.call(wire.GetTask, { taskId })
  if (!modelId) throw new Error('a shared model is not on the platform')
  return modelId
}

/** What one figure says of a run, by what it predicts; of boxes and entities no share is right. */
const SCORES = { accuracy: 'right', ner_f1: 'F1', map50: 'mean average precision' }

/** Empty where a run has none of them. */
export function scoreText(metrics: Record<string, number>): string {
  const [metric, word] = Object.entries(SCORES).find(([name]) => metrics[name] !== undefined) ?? []
  return metric === undefined ? '' : `${percent(metrics[metric] as number)} ${word}`
}

/** Follows a run to its end; answers why it failed. */
async function follow(client: Client, taskId: string, say: (line: string) => void, name: string) {
  let seq = 0
  let state = ''
  const end = await until(
    `training (${name})`,
    async () => {
      const { run, events } = await client.call(wire.GetRun, { taskId, afterSeq: seq })
      for (const event of events) {
        seq = Math.max(seq, event.seq)
        if (event.kind === 'finished') {
          const score = scoreText(event.metrics)
          say(`  ${name}: ${run?.round} rounds${score && `, ${score} on rows the scored fit had not seen`}`)
        }
      }
      if (run) state = `${run.phase}, round ${run.round}, ${seq} events`
      return run && ['completed', 'failed', 'stopped'].includes(run.phase) ? run : undefined
    },
    300_000,
    250,
    { state: () => state, say },
  )
  return end.phase === 'completed' ? null : end.failure
}

/** Creates an inference task and waits until it can be used. */
export async function readyInference(client: Client, modelId: string, name: string): Promise<string> {
  const inferenceId = await client.call(wire.CreateInference, {
    modelId,
    name,
    description: UNSEEN,
  })
  await until(
    'the inference task',
    async () => (await client.call(wire.GetInference, { inferenceId })).inference.status === 'created' || undefined,
  )
  return inferenceId
}

export const percent = (share: number) => `${(share * 100).toFixed(2)} %`

export interface Training {
  name: string
  description?: string
  algorithmId: string
  /** Those that are not as the algorithm has them. */
  parameters?: Parameters
  columnSelection: ColumnSelection
  /** Each member's, in their order. */
  datasets: string[]
}

/** Has all members' parties train together, the first as the initiator; answers the task and the model, where there is one. */
export async function trainTogether(members: [Client, ...Client[]], training: Training, say: (line: string) => void) {
  const { name, description, algorithmId, parameters, columnSelection, datasets } = training
  const [initiator, ...others] = members
  const taskId = await createTask(initiator, name, 'public', 'federated', description)
  for (const client of others) await client.call(wire.JoinTask, { taskId })
  for (const [place, client] of members.entries()) {
    await offerRows(client, taskId, datasets[place] ?? '')
    if (client === initiator) {
      await initiator.call(wire.UpdateTask, { taskId, algorithmId, ...(parameters && { parameters }) })
      await initiator.call(wire.UpdateColumnSelection, { taskId, columnSelection })
      await closeJoining(initiator, taskId)
    }
    await confirmNames(client, taskId)
  }
  for (const client of members) await sign(client, taskId)
  const { modelId } = await trainToEnd(members, taskId, say, name)
  return { taskId, modelId }
}
