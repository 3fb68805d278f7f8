import { z } from 'zod'
import { PartyWork, RunPhase, RunStep } from './run.ts'
import { TaskAlgorithm, TaskStatus } from './task.ts'

/** Number of days, including today, whose tasks are counted. */
export const SCREEN_DAYS = 7
/** Maximum number of parties, runs and algorithms that are listed; the others are counted. */
export const SCREEN_MOST = { parties: 24, runs: 12, algorithms: 5 } as const

/** A party in the picture of the federation. */
export const ScreenParty = z.object({
  id: z.string(),
  /** In the reader's language. */
  name: z.string(),
  avatar: z.string().nullable(),
  /** Whether its edge is online; null if the reader shares no task with the party. */
  isOnline: z.boolean().nullable(),
  /** Rows of its datasets that the reader finds in the pool. */
  rowCount: z.number().int(),
})
export type ScreenParty = z.infer<typeof ScreenParty>

/** What only members of participating parties can see. */
export const ScreenWatch = z.object({
  step: RunStep,
  round: z.number().int(),
  rounds: z.number().int(),
  /** Ids of parties. */
  waitingFor: z.array(z.string()),
  work: z.array(z.object({ partyId: z.string(), ...PartyWork.shape })),
  /** Parties whose worker gives no sign of life. */
  silent: z.array(z.object({ partyId: z.string(), since: z.date() })),
})
export type ScreenWatch = z.infer<typeof ScreenWatch>

/** An active run, of a task that the reader can see. */
export const ScreenRun = z.object({
  taskId: z.string(),
  taskName: z.string(),
  /** Null if its algorithm no longer exists. */
  algorithm: TaskAlgorithm.nullable(),
  phase: RunPhase,
  /** 0 to 100. */
  progress: z.number(),
  elapsedMs: z.number(),
  partyIds: z.array(z.string()),
  watch: ScreenWatch.nullable(),
})
export type ScreenRun = z.infer<typeof ScreenRun>

/** Every status once. */
export const TaskCounts = z.array(z.object({ status: TaskStatus, count: z.number().int() }))
export type TaskCounts = z.infer<typeof TaskCounts>

/** An overview of the federation: names that the reader can see anyway, and counts of everything. */
export const Screen = z.object({
  /** Those of the runs first. */
  parties: z.array(ScreenParty),
  partyCount: z.number().int(),
  /** Newest first. */
  runs: z.array(ScreenRun),
  /** Includes private tasks of others. */
  runCount: z.number().int(),
  tasks: TaskCounts,
  /** Tasks by the day on which they were created and by status; every day, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), tasks: TaskCounts })),
  /** The most used first. */
  algorithms: z.array(z.object({ ...TaskAlgorithm.shape, useCount: z.number().int() })),
})
export type Screen = z.infer<typeof Screen>
