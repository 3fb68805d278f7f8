import type { ColumnSelection } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../tools/client.ts'
import { closeJoining, confirmNames, createTask, offerRows, sign, train, upload } from '../tools/steps.ts'
import { members } from './world.ts'

interface Training {
  /** Of the task, and of each party's dataset with its place behind. */
  name: string
  algorithmId: string
  columnSelection: ColumnSelection
  /** A party's rows: the path of a CSV file. */
  fileOf: (place: number) => string
}

/** Has all of the demo's parties upload rows and train together; answers task and model. */
export async function trainTogether({ name, algorithmId, columnSelection, fileOf }: Training) {
  const all = [...(await members()).values()] as [Client, ...Client[]]
  const [initiator, ...others] = all
  const taskId = await createTask(initiator, name, 'public', 'federated')
  for (const client of others) await client.call(wire.JoinTask, { taskId })
  for (const [place, client] of all.entries()) {
    const datasetId = await upload(client, fileOf(place), `${name} ${place}`, 'Rows of a journey')
    await offerRows(client, taskId, datasetId)
    if (client === initiator) {
      await initiator.call(wire.UpdateTask, { taskId, algorithmId })
      await initiator.call(wire.UpdateColumnSelection, { taskId, columnSelection })
      await closeJoining(initiator, taskId)
    }
    await confirmNames(client, taskId)
  }
  for (const client of all) await sign(client, taskId)
  return { taskId, modelId: await train(all, taskId, () => {}, name) }
}
