import { z } from 'zod'
import { PartyWork, RunPhase, RunStep } from './run.ts'
import { TaskAlgorithm, TaskStatus } from './task.ts'

/** Days of which the tasks are counted, today among them. */
export const SCREEN_DAYS = 7
/** Parties, runs and algorithms that are named; of the rest it is said how many they are. */
export const SCREEN_MOST = { parties: 24, runs: 12, algorithms: 5 } as const

/** A party as the picture of the federation has it. */
export const ScreenParty = z.object({
  id: z.string(),
  /** In the reader's language. */
  name: z.string(),
  avatar: z.string().nullable(),
  /** Whether its edge is heard of; null where the reader meets the party in no task. */
  isOnline: z.boolean().nullable(),
  /** Of those of its datasets that the reader finds in the pool. */
  rowCount: z.number().int(),
})
export type ScreenParty = z.infer<typeof ScreenParty>

/** What only those who take part may watch. */
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

/** A run that goes on, of a task that the reader may see. */
export const ScreenRun = z.object({
  taskId: z.string(),
  taskName: z.string(),
  /** Null where its algorithm is no longer there. */
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

/** The federation at one look: names that the reader may know anyway, and counts of all there is. */
export const Screen = z.object({
  /** Those of the runs first. */
  parties: z.array(ScreenParty),
  partyCount: z.number().int(),
  /** Newest first. */
  runs: z.array(ScreenRun),
  /** Of private tasks of others too. */
  runCount: z.number().int(),
  tasks: TaskCounts,
  /** Tasks by the day on which they were created and by what became of them; every day, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), tasks: TaskCounts })),
  /** The most used first. */
  algorithms: z.array(z.object({ ...TaskAlgorithm.shape, useCount: z.number().int() })),
})
export type Screen = z.infer<typeof Screen>
