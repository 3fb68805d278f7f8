import {
  BilingualText,
  columnsOf,
  fail,
  isByItself,
  Learned,
  type LeavingStage,
  ParameterTexts,
  type Plan,
} from '@tessera/contract'
import { z } from 'zod'
import { type Budget, MESSAGE_TYPES, type MessageType } from './queries.ts'

/** A number, or the name of the plan parameter that contains it. */
const Count = z.union([z.number().int(), z.string()])

const Line = z.object({ name: BilingualText, sizes: z.array(BilingualText) })

/**
 * What an algorithm sends in one case. A case is defined by the kind of label, single-party or joint run, the number of
 * columns, and boolean parameters.
 */
const Case = z.object({
  target: z.enum(['classes', 'number', 'count', 'event', 'entities', 'boxes', 'labels']).nullable(),
  byItself: z.boolean(),
  least: z.number().int(),
  most: z.number().int().nullable(),
  /** Values of boolean parameters for which this case applies. */
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

/**
 * The part of `<id>.json` that a ticket shows. `engine.build` generates this file from the algorithm's own
 * declarations.
 */
export const Declared = z.object({
  stagesPerRound: Count,
  leaves: z.array(Case),
  learned: Learned.optional(),
  parameters: z.array(z.object({ ...ParameterTexts.partial().shape, name: z.string(), default: z.unknown() })),
  /** Values of former parameters that a plan must no longer use. */
  withdrawn: z.record(z.string(), z.boolean()).optional(),
})
export type Declared = z.infer<typeof Declared>

/**
 * Limits on the number of messages for code whose declarations are unknown to this edge, so that a run cannot request
 * statistics or scores without end.
 */
const UNDECLARED = { query: 20, evaluate: 10 }

/**
 * Returns the maximum number of stages of each type in a run under this plan. The edge answers no more stages under one
 * ticket.
 */
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

/** Refuses a plan with a parameter value that its algorithm has withdrawn. */
export function checkWithdrawn(declared: Declared | undefined, { parameters }: Plan) {
  for (const [name, value] of Object.entries(declared?.withdrawn ?? {})) {
    if (parameters[name] === value) fail('parameter.withdrawn', { name })
  }
}

/** Returns the names of the parameters that have a display name. */
export const parameterTextsOf = ({ parameters }: Declared): ParameterTexts[] =>
  parameters.flatMap(({ name, label, choiceLabels }) => (label ? [{ name, label, choiceLabels }] : []))

/** Lists what leaves the edge under this plan, stage by stage. */
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
