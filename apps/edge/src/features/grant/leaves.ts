import { BilingualText, type LeavingStage, type Plan } from '@tessera/contract'
import { z } from 'zod'

/** As a number, or by the plan's parameter that says it. */
const Count = z.union([z.number().int(), z.string()])

const Line = z.object({ name: BilingualText, sizes: z.array(BilingualText) })

/** What one algorithm has leave where its label is of a kind, or has none, and the plan has so many columns. */
const Case = z.object({
  target: z.enum(['classes', 'number']).nullable(),
  least: z.number().int(),
  most: z.number().int().nullable(),
  stages: z.array(z.object({ name: BilingualText, perRound: z.boolean(), messages: Count, terms: z.array(Line) })),
})
type Case = z.infer<typeof Case>

/** The part of `<id>.json` that a ticket tells, as `engine.build` makes it of the algorithm's own declarations. */
export const Declared = z.object({
  stagesPerRound: Count,
  leaves: z.array(Case),
  parameters: z.array(z.object({ name: z.string(), default: z.unknown() })),
})
export type Declared = z.infer<typeof Declared>

/** How many train messages a run under this plan takes at most. */
export const trainMessagesOf = (declared: Declared | undefined, plan: Plan) =>
  plan.maxRounds * (declared ? countOf(declared, declared.stagesPerRound, plan) : 1)

/** What leaves under this plan, stage by stage. The label's kind is settled in the run: what goes for one only says so. */
export function leavesOf(declared: Declared, plan: Plan): LeavingStage[] {
  const columns = plan.columns.filter((column) => column !== plan.label).length
  const cases = declared.leaves.filter(({ least, most }) => least <= columns && (most === null || columns <= most))
  const names = new Set(cases.flatMap(({ stages }) => stages.map(({ name }) => name.en)))
  return [...names].map((name) => mergedStage(declared, plan, cases, name))
}

function mergedStage(declared: Declared, plan: Plan, cases: Case[], stageName: string): LeavingStage {
  const found = cases.flatMap(({ target, stages }) =>
    stages.filter(({ name }) => name.en === stageName).map((stage) => ({ target, ...stage })),
  )
  const lines = new Map<string, LeavingStage['terms'][number] & { targets: number }>()
  for (const { target, terms } of found) {
    for (const term of terms) {
      const key = JSON.stringify(term)
      const targets = (lines.get(key)?.targets ?? 0) + 1
      lines.set(key, { ...term, targets, only: targets === cases.length ? null : target })
    }
  }
  const messages = Math.max(
    ...found.map((stage) => countOf(declared, stage.messages, plan) * (stage.perRound ? plan.maxRounds : 1)),
  )
  const name = found[0]?.name ?? { cn: stageName, en: stageName }
  return { name, messages, terms: [...lines.values()].map(({ targets, ...line }) => line) }
}

function countOf(declared: Declared, count: number | string, plan: Plan): number {
  if (typeof count === 'number') return count
  const standard = declared.parameters.find(({ name }) => name === count)?.default
  const said = Number(plan.parameters[count] ?? standard)
  return Number.isInteger(said) && said > 0 ? said : 1
}
