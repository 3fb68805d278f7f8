import type { Language, ModelCard } from '@tessera/contract'
import type { LoadedModel, ModelDeps } from '../model/index.ts'
import { listPartiesByIds, nameOfParty } from '../party/index.ts'
import { elapsedMs, endingOf, findRun, repeatedIdsOf } from '../run/index.ts'
import { listTicketsOfRun, planHashOf } from '../task/index.ts'

/** The facts about a model that its one-page card shows. */
export interface CardFacts {
  name: string
  description: string
  instruction: string
  application: string
  /** Name of the task. An imported model has null here, as for the algorithm. */
  taskName: string | null
  algorithmName: string | null
  card: ModelCard
  /** The user who uploaded an imported model. */
  importedBy: string | null
  /**
   * Parties, with their names in the reader's language. A party that no longer exists has the name from the model card.
   */
  parties: { partyId: string; name: string; tickets: string[] }[]
  startTime: Date | null
  endTime: Date
  /** Duration of the run. Null if the model's run is not stored on this platform. */
  elapsedMs: number | null
  /** The party that ended the run early, and the round in which it did. */
  ending: { party: string; round: number; rounds: number } | null
  /** Columns whose value identifies a person, where several rows of a party belong to one person. */
  repeatedIds: string[]
  /** Hash of the run's plan. Null if the model's run is not stored on this platform. */
  planHash: string | null
  fileHash: string
  runId: string
  printTime: Date
}

export async function readFacts(
  { db, algorithms, clock }: ModelDeps,
  { model, artifact }: LoadedModel,
  language: Language,
): Promise<CardFacts> {
  const { card } = artifact
  const run = await findRun(db, artifact.id)
  const planHash = run ? planHashOf(run.plan, run.codeHash) : null
  const tickets = await listTicketsOfRun(db, artifact.id, planHash ?? '')
  const { parties, imported } = card
  const known = await listPartiesByIds(
    db,
    [...parties, ...(imported ? [imported] : [])].map(({ partyId }) => partyId),
  )
  const { algorithmId } = artifact
  const ending = run ? endingOf(run) : null
  const enders = ending ? await listPartiesByIds(db, [ending.partyId]) : []
  return {
    name: model.name,
    description: model.description,
    instruction: model.instruction,
    application: model.application,
    taskName: artifact.taskName,
    algorithmName: algorithmId && (algorithms.find(algorithmId)?.manifest.name[language] ?? card.algorithm),
    card,
    importedBy: imported
      ? nameOfParty(
          known.find(({ id }) => id === imported.partyId),
          language,
        )
      : null,
    parties: parties.map(({ partyId, name }) => {
      const party = known.find(({ id }) => id === partyId)
      const own = tickets.filter((ticket) => ticket.partyId === partyId)
      return {
        partyId,
        name: party ? nameOfParty(party, language) : (name ?? partyId),
        // If the edge does not report a ticket's number, use the same short id as the console.
        tickets: own.map(({ number, id }) => number ?? id.slice(0, 8)),
      }
    }),
    startTime: run?.startTime ?? null,
    endTime: run?.endTime ?? artifact.createTime,
    elapsedMs: run ? elapsedMs(run, clock.now()) : null,
    repeatedIds: repeatedIdsOf(run),
    ending: ending && {
      party: nameOfParty(
        enders.find(({ id }) => id === ending.partyId),
        language,
      ),
      round: run?.round ?? 0,
      rounds: run?.rounds ?? 0,
    },
    planHash,
    fileHash: artifact.sha256,
    runId: artifact.id,
    printTime: clock.now(),
  }
}
