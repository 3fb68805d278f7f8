import { BilingualText, columnsOf, isByItself, type LeavingStage, ParameterTexts, type Plan } from '@tessera/contract'
import { z } from 'zod'
import { type Budget, MESSAGE_TYPES, type MessageType } from './queries.ts'

/** As a number, or by the plan's parameter that says it. */
const Count = z.union([z.number().int(), z.string()])

const Line = z.object({ name: BilingualText, sizes: z.array(BilingualText) })

/** What one algorithm has leave where its label is of a kind, or has none, for a run by itself or of several, and the plan has so many columns and these choices. */
const Case = z.object({
  target: z.enum(['classes', 'number', 'count', 'event', 'entities', 'boxes', 'labels']).nullable(),
  byItself: z.boolean(),
  least: z.number().int(),
  most: z.number().int().nullable(),
  /** Where what leaves depends on a choice: the parameters that are yes or no. */
  given: z.record(z.string(), z.boolean()).default({}),
  stages: z.array(
    z.object({
      name: BilingualText,
      message: z.enum(MESSAGE_TYPES),
      perRound: z.boolean(),
      messages: Count,
      terms: z.array(Line),
    }),
  ),
})

/** The part of `<id>.json` that a ticket tells, as `engine.build` makes it of the algorithm's own declarations. */
export const Declared = z.object({
  stagesPerRound: Count,
  leaves: z.array(Case),
  parameters: z.array(z.object({ ...ParameterTexts.partial().shape, name: z.string(), default: z.unknown() })),
})
export type Declared = z.infer<typeof Declared>

/** Of code that declares nothing here: an end to asking for statistics or scores again and again. */
const UNDECLARED = { query: 20, evaluate: 10 }

/** How many stages of each type a run under this plan takes at most: what a ticket answers. */
export function budgetOf(declared: Declared | undefined, plan: Plan): Budget {
  if (!declared) return { ...UNDECLARED, train: isByItself(plan) ? 1 : plan.maxRounds }
  const stages = stagesUnder(declared, plan)
  const most = (type: MessageType) =>
    stages
      .filter(({ message, perRound }) => message === type && !perRound)
      .reduce((sum, { messages }) => sum + countOf(declared, messages, plan), 0)
  const rounds = stages.some(({ perRound }) => perRound) ? plan.maxRounds : 0
  const train = most('train') + rounds * countOf(declared, declared.stagesPerRound, plan)
  return { query: most('query'), evaluate: most('evaluate'), train }
}

/** What its parameters are called, of those that have a name for people. */
export const parameterTextsOf = ({ parameters }: Declared): ParameterTexts[] =>
  parameters.flatMap(({ name, label, choiceLabels }) => (label ? [{ name, label, choiceLabels }] : []))

/** What leaves under this plan, stage by stage. */
export const leavesOf = (declared: Declared, plan: Plan): LeavingStage[] =>
  stagesUnder(declared, plan).map(({ name, messages, perRound, terms }) => ({
    name,
    messages: countOf(declared, messages, plan) * (perRound ? plan.maxRounds : 1),
    terms,
  }))

function stagesUnder(declared: Declared, plan: Plan) {
  const columns = Math.max(columnsOf(plan).length, 1)
  const found = declared.leaves.find(
    ({ target, byItself, least, most, given }) =>
      target === (plan.target?.kind ?? null) &&
      byItself === isByItself(plan) &&
      Object.entries(given).every(([name, value]) => givenOf(declared, name, plan) === value) &&
      least <= columns &&
      (most === null || columns <= most),
  )
  return found?.stages ?? []
}

const givenOf = ({ parameters }: Declared, name: string, plan: Plan) =>
  plan.parameters[name] ?? parameters.find((known) => known.name === name)?.default

function countOf(declared: Declared, count: number | string, plan: Plan): number {
  if (typeof count === 'number') return count
  const standard = declared.parameters.find(({ name }) => name === count)?.default
  const value = Number(plan.parameters[count] ?? standard)
  return Number.isInteger(value) && value > 0 ? value : 1
}
