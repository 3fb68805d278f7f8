import type { Language, ModelCard } from '@tessera/contract'
import type { LoadedModel, ModelDeps } from '../model/index.ts'
import { listPartiesByIds, nameOfParty } from '../party/index.ts'
import { elapsedMs, endingOf, findRun, repeatedIdsOf } from '../run/index.ts'
import { listTicketsOfRun, planHashOf } from '../task/index.ts'

/** All that the page says of a model. */
export interface CardFacts {
  name: string
  description: string
  instruction: string
  application: string
  /** Null of a model that was not trained here, as is the algorithm. */
  taskName: string | null
  algorithmName: string | null
  card: ModelCard
  /** Who uploaded a model that was not trained here. */
  importedBy: string | null
  /** In the reader's language; of parties that are gone, as the card has them. */
  parties: { partyId: string; name: string; tickets: string[] }[]
  startTime: Date | null
  endTime: Date
  /** Null of a model whose run is not stored here. */
  elapsedMs: number | null
  /** Who ended its run before its time, by the party's name. */
  ending: { party: string; round: number; rounds: number } | null
  /** Columns by which several rows of a party are of one person. */
  repeatedIds: string[]
  /** Null of a model whose run is not kept here. */
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
    algorithmName: algorithmId && (nameIn(language, algorithms.find(algorithmId)?.manifest) ?? card.algorithm),
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
        // As the console calls a ticket of an edge that does not tell its number.
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

const nameIn = (language: Language, names: { nameEn: string; nameCn: string } | undefined) =>
  language === 'en' ? names?.nameEn : names?.nameCn
