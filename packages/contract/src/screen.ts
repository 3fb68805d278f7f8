import { z } from 'zod'
import { PartyWork, RunPhase, RunStep } from './run.ts'
import { TaskAlgorithm, TaskStatus } from './task.ts'

/** Number of days, including today, whose tasks are counted. */
export const SCREEN_DAYS = 7
/** Maximum numbers of parties, runs and algorithms in the lists. Beyond them, entries are only counted. */
export const SCREEN_MOST = { parties: 24, runs: 12, algorithms: 5 } as const

/** A party in the overview of the federation. */
export const ScreenParty = z.object({
  id: z.string(),
  /** Name of the party in the reader's language. */
  name: z.string(),
  avatar: z.string().nullable(),
  /** Whether the party's edge is online; null if the reader shares no task with the party. */
  isOnline: z.boolean().nullable(),
  /** Number of rows in the party's datasets that the reader can find in the pool. */
  rowCount: z.number().int(),
})
export type ScreenParty = z.infer<typeof ScreenParty>

/** Details of a run that only members of participating parties can see. */
export const ScreenWatch = z.object({
  step: RunStep,
  round: z.number().int(),
  rounds: z.number().int(),
  /** Ids of the parties for which the run waits. */
  waitingFor: z.array(z.string()),
  work: z.array(z.object({ partyId: z.string(), ...PartyWork.shape })),
  /** Parties whose worker currently gives no sign of life. */
  silent: z.array(z.object({ partyId: z.string(), since: z.date() })),
})
export type ScreenWatch = z.infer<typeof ScreenWatch>

/** An active run of a task that the reader can see. */
export const ScreenRun = z.object({
  taskId: z.string(),
  taskName: z.string(),
  /** The algorithm; null if it is no longer installed. */
  algorithm: TaskAlgorithm.nullable(),
  phase: RunPhase,
  /** Progress of the run, from 0 to 100. */
  progress: z.number(),
  elapsedMs: z.number(),
  partyIds: z.array(z.string()),
  watch: ScreenWatch.nullable(),
})
export type ScreenRun = z.infer<typeof ScreenRun>

/** Number of tasks by status. Every status occurs once. */
export const TaskCounts = z.array(z.object({ status: TaskStatus, count: z.number().int() }))
export type TaskCounts = z.infer<typeof TaskCounts>

/** An overview of the federation. It contains only names that the reader may see anyway, and counts of everything. */
export const Screen = z.object({
  /** The parties, those of the listed runs first. */
  parties: z.array(ScreenParty),
  partyCount: z.number().int(),
  /** The active runs that the reader may see, newest first. */
  runs: z.array(ScreenRun),
  /** Number of active runs, including those of other parties' private tasks. */
  runCount: z.number().int(),
  tasks: TaskCounts,
  /** Number of tasks by day of creation and status. Every day is listed, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), tasks: TaskCounts })),
  /** The algorithms by number of uses, most used first. */
  algorithms: z.array(z.object({ ...TaskAlgorithm.shape, useCount: z.number().int() })),
})
export type Screen = z.infer<typeof Screen>
