import { buffer } from 'node:stream/consumers'
import type { ColumnSelection, Parameters, ResearchType, Visibility } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { ZipFile } from 'yazl'
import type { Client } from './client.ts'
import { ALGORITHM, LABEL } from './demo-table.ts'
import { SIGNING_PIN } from './places.ts'
import { until } from './until.ts'

/** Packs a CSV into a ZIP, uploads it to the party's edge, and saves it under this name. Returns the dataset's id. */
export async function upload(client: Client, csv: string, name: string, description: string): Promise<string> {
  const zip = new ZipFile()
  zip.addFile(csv, 'table.csv')
  return uploadArchive(client, zip, name, description)
}

/**
 * Returns the content of an archive. Rejects if an added file cannot be read, which the archive reports and not its
 * stream.
 */
async function bytesOf(zip: ZipFile): Promise<Buffer<ArrayBuffer>> {
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  zip.end()
  return Promise.race([failed, buffer(zip.outputStream)]) as Promise<Buffer<ArrayBuffer>>
}

/** Uploads an archive of any kind of data, and saves it under this name. */
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

/** Description of the dataset of validation rows. */
export const UNSEEN = '没有参与训练的数据行。 Rows that nobody trained on.'
/** Description of the task of the demo's table. */
const TUMOURS = '根据细胞核测量值判断肿瘤良恶性。 Is the tumour malignant or benign? From measurements of cell nuclei.'

export const createTask = (
  client: Client,
  name: string,
  visibility: Visibility,
  researchType: ResearchType,
  description = TUMOURS,
) => client.call(wire.CreateTask, { name, description, visibility, researchType })

/** Sets the algorithm, parameters, columns and label of a task, which tickets contain. */
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

/** Offers all rows of a dataset for a task. A participant first compares its columns with the initiator's. */
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

/** Confirms the categories and classes that the party's edge proposes for the plan. */
export async function confirmNames(client: Client, taskId: string) {
  await client.call(wire.ConfirmNames, await client.call(wire.ProposeNames, { taskId }))
}

/** Closes joining, so that the parties can sign. Does nothing if joining is already closed. */
export async function closeJoining(
  client: Client,
  taskId: string,
  terms: { fewest?: number; waitMinutes?: number } = {},
) {
  const { joining } = await client.call(wire.GetTask, { taskId })
  if (joining === 'open') await client.call(wire.CloseJoining, { taskId, ...terms })
}

/**
 * Signs the party's ticket for the current plan. If its rows differ by only a few from those of earlier tickets, also
 * confirms that.
 */
export async function sign(client: Client, taskId: string) {
  const { planHash, datasetId } = await client.call(wire.DraftGrant, { taskId })
  const near = await until('the edge to compare rows', async () => {
    return (await client.call(wire.CompareRows, { taskId })).near ?? undefined
  })
  const confirmed = near.map(({ grantId }) => grantId)
  await client.call(wire.SignGrant, { taskId, planHash, datasetId, proof: { pin: SIGNING_PIN }, confirmed })
  await until('the ticket to reach the platform', async () => {
    const { mine } = await client.call(wire.GetRegistrations, { taskId })
    return mine?.grant === 'signed' || undefined
  })
}

/**
 * Starts training as the first member, and follows the run to its end. Returns the id of that member's own model. If an
 * earlier demo has already started a run, follows that run; if that run failed, all members sign again.
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

/** Starts training as the first member, and follows the run to its end. Returns the task, which may have no model. */
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

/** Shares the model of the party's latest single-party run with the platform. Returns the model's id there. */
async function share(client: Client, taskId: string): Promise<string> {
  const { runId } = await until('the edge to keep the model', async () => {
    const [newest] = await client.call(wire.ListLocalResults, { taskId })
    return newest
  })
  await client.call(wire.ShareLocalResult, { runId })
  const { modelId } = await client.call(wire.GetTask, { taskId })
  if (!modelId) throw new Error('a shared model is not on the platform')
  return modelId
}

/** The main score of a run by its metric. Boxes and entities have no share of correct rows. */
const SCORES = { accuracy: 'right', ner_f1: 'F1', map50: 'mean average precision' }

/** Returns the main score of a run as text, or '' if the run has none of these metrics. */
export function scoreText(metrics: Record<string, number>): string {
  const [metric, word] = Object.entries(SCORES).find(([name]) => metrics[name] !== undefined) ?? []
  return metric === undefined ? '' : `${percent(metrics[metric] as number)} ${word}`
}

/** Follows a run to its end, and prints its rounds. Returns the failure of the run, or undefined. */
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

/** Creates an inference task and waits until it is ready. */
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
  /** Parameters that differ from the algorithm's defaults. */
  parameters?: Parameters
  columnSelection: ColumnSelection
  /** The datasets' ids, in the order of the members. */
  datasets: string[]
}

/** Creates a task of all members' parties, initiated by the first one, and signs all tickets. Returns the task's id. */
export async function signTogether(members: [Client, ...Client[]], training: Training): Promise<string> {
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
  return taskId
}

/** Trains a new task of all members' parties. Returns the ids of the task and, if it has one, of its model. */
export async function trainTogether(members: [Client, ...Client[]], training: Training, say: (line: string) => void) {
  const taskId = await signTogether(members, training)
  const { modelId } = await trainToEnd(members, taskId, say, training.name)
  return { taskId, modelId }
}
