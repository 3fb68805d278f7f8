import { join } from 'node:path'
import { AppError, type RunFailure } from '@tessera/contract'
import { refusesValues } from '../../db/pool.ts'
import { FlowerError } from '../../fleet/flower.ts'
import { commandEdge } from '../environment/index.ts'
import { addModels, type ModelDeps, storeResult, UnusableResult } from '../model/index.ts'
import { findTask, notifyRunMoved, startFile } from '../task/index.ts'
import { applyEvents } from './apply-events.ts'
import { buildSpec, ROUND_TIMEOUT_SECONDS, runConfigOf } from './build-spec.ts'
import { endRun, finishRun, lockWithTask } from './end-run.ts'
import { EngineAway, type FlowerLink } from './flower-link.ts'
import { isComplete, judgeReturn, judgeRun, SERVER_WAIT_MS, type Sight } from './judge-run.ts'
import { ownersOf } from './owners.ts'
import { readPartyPresence } from './party-presence.ts'
import { findRun, updateActiveRun, updateRun } from './queries.ts'
import { FLEET_EXPIRED, readExpired } from './read-expired.ts'
import { readFindings } from './read-findings.ts'
import { readLackOfSpace } from './read-space.ts'
import { endsWithoutModel, RunFolder } from './run-folder.ts'
import { failureOf, hasEnded, type ServerDeaths, withAway } from './run-state.ts'
import { storeAwayParties } from './store-away-parties.ts'
import type { RunRow } from './table.ts'

/**
 * Maximum number of reads of a run's events per step, so that a ServerApp that never stops writing events is still
 * checked.
 */
const MAX_TURNS = 16

/** Error if the weights from which the run should start are no longer stored. */
class StartMissing extends Error {}

const DIED = ['run.server-died', 'run.engine-away']

const NOT_LAUNCHED = { attemptId: null, isSubmitted: false, engineAwaySince: null }

/** Follows one run for a worker. All relevant state is in the run's row, so any other worker can take over. */
export class Follower {
  readonly #deps: ModelDeps
  readonly #flower: FlowerLink
  readonly #runId: string
  readonly #folder: RunFolder
  #answersSince: number | null = null

  constructor(deps: ModelDeps, flower: FlowerLink, runId: string) {
    this.#deps = deps
    this.#flower = flower
    this.#runId = runId
    this.#folder = new RunFolder(join(deps.settings.DATA_DIR, 'runs'), runId)
  }

  /** Checks the run once and acts on its state. Returns false when the run needs no further steps. */
  async step(): Promise<boolean> {
    const run = await findRun(this.#deps.db, this.#runId)
    if (!run || run.isReleased) return false
    if (hasEnded(run)) return !(await this.#release(run))
    if (run.attemptId === null) await this.#launch(run)
    else await this.#observe(run)
    return true
  }

  async #launch(run: RunRow) {
    const { db, algorithms, clock } = this.#deps
    const algorithm = algorithms.find(run.algorithmId)
    if (!algorithm || !this.#hasItsCode(run)) return this.#fail(run, failureOf(run, { code: 'run.updated' }))
    if (run.resumedTime && !run.isSubmitted && !(await this.#hasReturned(run))) return
    try {
      const begun = run.isSubmitted ? await this.#findInFlower(run) : undefined
      const attemptId = begun ?? (await this.#submit(run, algorithm.fab))
      await updateRun(db, run.id, { attemptId, engineAwaySince: null })
      if (run.waitingFor.length > 0) await this.#change(run, { waitingFor: [] })
    } catch (error) {
      if (error instanceof FlowerError) {
        await this.#fail(run, failureOf(run, { code: 'run.engine-refused', params: { detail: error.detail } }))
      } else if (error instanceof StartMissing) {
        await this.#fail(run, failureOf(run, { code: 'data.start-altered' }))
      } else if (error instanceof EngineAway) {
        const sight: Sight = {
          now: clock.now(),
          parties: [],
          flower: 'away',
          exit: undefined,
          answeredForMs: 0,
          hasItsCode: true,
        }
        await this.#act(run, sight)
      } else throw error
    }
  }

  /**
   * Returns the start weights; undefined if the run has none. Fails if their file is missing. The code that uses them
   * checks that they are the weights that the parties signed.
   */
  async #numbersOf({ plan: { start } }: RunRow): Promise<Uint8Array | undefined> {
    if (!start) return undefined
    return this.#deps.files.get(startFile(start)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new StartMissing()
      throw error
    })
  }

  async #submit(run: RunRow, fab: Uint8Array): Promise<string> {
    const numbers = await this.#numbersOf(run)
    const tokenHash = await this.#folder.prepare(buildSpec(run, this.#deps.settings), numbers)
    const fleetStart = (await this.#flower.start()) ?? null
    const again = run.resumedTime && { resumedTime: this.#deps.clock.now() }
    await updateRun(this.#deps.db, run.id, { tokenHash, isSubmitted: true, fleetStart, ...again })
    return this.#flower.startRun(fab, runConfigOf(run))
  }

  /**
   * Returns the Flower run that belongs to this run. It is needed if a worker died after it started the Flower run and
   * before it stored the id. Flower stores the configuration of a run, which contains our run id.
   */
  async #findInFlower(run: RunRow): Promise<string | undefined> {
    const runs = await this.#flower.listRuns()
    const own = runs.filter(({ config }) => config['run-id'] === run.id)
    // Flower runs from before a restart of the fleet have been stopped, so they do not count.
    return own.find(({ status }) => run.resumedTime === null || status !== 'finished')?.attemptId
  }

  async #observe(run: RunRow) {
    // The exit state is read before the events, so that every event that was written before the exit is included.
    const exit = await this.#folder.readExit(run.attemptId ?? '')
    const flower = await this.#askFlower(run)
    for (let turn = 0; turn < MAX_TURNS && (turn === 0 || this.#folder.isBehind); turn += 1) {
      await this.#applyNewEvents(run)
    }
    const now = (await findRun(this.#deps.db, run.id)) ?? run
    if (hasEnded(now)) return
    if (now.finishesEarly) await this.#folder.askToFinish()
    const fleet = await this.#flower.start()
    const hasItsFleet = fleet !== undefined && (now.fleetStart === null || fleet === now.fleetStart)
    if (fleet && !hasItsFleet && !isComplete(flower) && (await this.#takeUp(now, 'its fleet ended'))) return
    const seen = { ...(await this.#readPartyPresence(now)), hasItsCode: this.#hasItsCode(now) }
    const isReached = hasItsFleet && flower !== 'away' && !(await this.#flower.isDoorShut())
    const answeredForMs = this.#answeredForMs(isReached)
    // If the fleet does not run, no edge can be healthy, and the edges are not at fault.
    if (isReached || isComplete(flower)) await this.#act(now, { ...seen, flower, exit, answeredForMs })
    else await this.#act(now, { ...seen, parties: [], flower: 'away', exit: undefined, answeredForMs })
  }

  #answeredForMs(isReached: boolean): number {
    const now = this.#deps.clock.now().getTime()
    this.#answersSince = isReached ? (this.#answersSince ?? now) : null
    return this.#answersSince === null ? 0 : now - this.#answersSince
  }

  #hasItsCode({ algorithmId, codeHash }: RunRow): boolean {
    return this.#deps.algorithms.find(algorithmId)?.codeHash === codeHash
  }

  /**
   * Prepares the run to resume after its ServerApp ended, alone or together with the fleet. Another ServerApp resumes
   * from the run's folder. Returns false while the SuperLink does not answer.
   */
  async #takeUp(run: RunRow, cause: string, serverDeaths: ServerDeaths | null = run.serverDeaths): Promise<boolean> {
    if (!(await this.#stopInFlower(run))) return false
    for (const { partyId } of run.parties) {
      await commandEdge(this.#deps, partyId, { kind: 'end-attempt', attemptId: run.attemptId ?? '' })
    }
    const resumedTime = this.#deps.clock.now()
    await this.#change(run, { ...NOT_LAUNCHED, resumedTime, serverDeaths, phase: 'waiting', waitingFor: [] })
    this.#deps.log.info({ runId: run.id, round: run.round, cause }, 'the ServerApp ended; resuming the run')
    return true
  }

  /** Returns whether all parties are back. Until then, the run shows the parties for which it waits. */
  async #hasReturned(run: RunRow): Promise<boolean> {
    const judged = { ...run, roundTimeoutSeconds: ROUND_TIMEOUT_SECONDS }
    const verdict = judgeReturn(judged, await this.#readPartyPresence(run), await readExpired(this.#deps))
    if (verdict.kind === 'fail') await this.#fail(run, verdict.failure)
    else if (verdict.kind === 'wait' && String(verdict.waitingFor) !== String(run.waitingFor)) {
      await this.#change(run, { phase: 'waiting', waitingFor: verdict.waitingFor })
    }
    return verdict.kind === 'go-on'
  }

  async #applyNewEvents(run: RunRow) {
    const events = await this.#folder.readNewEvents()
    try {
      await applyEvents(this.#deps, run.id, events)
    } catch (error) {
      this.#folder.rewind()
      if (!refusesValues(error)) throw error
      // The run ends: later steps would fail on the same events, and members would never see it end.
      this.#deps.log.error({ err: error, runId: run.id }, 'the database refuses the events of a run')
      await this.#fail(run, failureOf(run, { code: 'internal' }))
    }
  }

  async #askFlower(run: RunRow): Promise<Sight['flower']> {
    try {
      return await this.#flower.findRun(run.attemptId ?? '')
    } catch (error) {
      if (error instanceof EngineAway || error instanceof FlowerError) return 'away'
      throw error
    }
  }

  async #readPartyPresence(run: RunRow): Promise<Pick<Sight, 'now' | 'parties'>> {
    return { now: this.#deps.clock.now(), parties: await readPartyPresence(this.#deps, run) }
  }

  async #act(run: RunRow, sight: Sight) {
    const verdict = judgeRun({ ...run, roundTimeoutSeconds: ROUND_TIMEOUT_SECONDS }, sight)
    if (verdict.kind === 'fail') return this.#fail(run, verdict.failure)
    if (verdict.kind === 'collect') return this.#collect(run)
    if (verdict.kind === 'restart') {
      if (await this.#awaitsSpace(run, sight.now)) return
      return void (await this.#takeUp(run, verdict.cause, verdict.serverDeaths))
    }
    if (withAway(run, verdict.away, sight.now)) await storeAwayParties(this.#deps, run.id, verdict.away)
    if (verdict.engineAwaySince?.getTime() === run.engineAwaySince?.getTime()) return
    await this.#change(run, { engineAwaySince: verdict.engineAwaySince })
  }

  /**
   * Returns whether the run waits for free space. On a full disk, another ServerApp would end in the same way. If no
   * space is freed in time, the run fails with this cause.
   */
  async #awaitsSpace(run: RunRow, now: Date): Promise<boolean> {
    const params = await readLackOfSpace(this.#deps.settings.DATA_DIR)
    if (!params) return false
    const since = run.engineAwaySince ?? now
    if (now.getTime() - since.getTime() >= SERVER_WAIT_MS) {
      await this.#fail(run, failureOf(run, { code: 'run.platform-no-space', params }))
    } else if (!run.engineAwaySince) await this.#change(run, { engineAwaySince: since })
    return true
  }

  async #change(run: RunRow, changes: Partial<RunRow>) {
    if (!(await updateActiveRun(this.#deps.db, run.id, changes))) return
    await notifyRunMoved(this.#deps.db, this.#deps, run.taskId, run.lastSeq)
  }

  async #fail(run: RunRow, found: RunFailure) {
    const failure = await this.#explain(run, found)
    await this.#deps.db.transaction((tx) => endRun(tx, this.#deps, run.id, { phase: 'failed', failure }))
  }

  /**
   * Returns the actual cause of a failure. If the disk is full, this is the cause of any unexpected end. If the fleet's
   * certificate has expired, this is why the SuperLink does not answer.
   */
  async #explain(run: RunRow, failure: RunFailure): Promise<RunFailure> {
    if (!DIED.includes(failure.code)) return failure
    const params = await readLackOfSpace(this.#deps.settings.DATA_DIR)
    if (params) return failureOf(run, { code: 'run.platform-no-space', params })
    const expired = failure.code === 'run.engine-away' ? await readExpired(this.#deps) : undefined
    return expired?.code === FLEET_EXPIRED ? failureOf(run, expired) : failure
  }

  /**
   * Collects the result of a run that Flower reports as successful, so the run's folder contains the result. Stores the
   * files first, then all rows in one transaction.
   */
  async #collect(run: RunRow) {
    try {
      const result = await this.#folder.readResult()
      const found = readFindings(run, result?.card)
      if (!result || !(result.onnx || found.describedTable || endsWithoutModel(run, result.card))) {
        return await this.#fail(run, failureOf(run, { code: 'run.result-missing', step: 'export' }))
      }
      const kept = result.onnx && (await this.#keep(run, result.onnx, result.card))
      await this.#deps.db.transaction(async (tx) => {
        const now = await lockWithTask(tx, run.id)
        if (!now || hasEnded(now)) return
        await updateRun(tx, run.id, found)
        if (kept) await addModels(tx, kept, await ownersOf(tx, now))
        await finishRun(tx, this.#deps, now, { phase: 'completed' })
      })
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      this.#deps.log.error({ err: error, runId: run.id }, 'the result of a run is unusable')
      await this.#fail(run, failureOf(run, { ...refusal, step: 'export' }))
    }
  }

  async #keep(run: RunRow, onnx: Uint8Array, card: unknown) {
    const { id: runId, taskId, algorithmId } = run
    const taskName = (await findTask(this.#deps.db, taskId))?.name ?? ''
    return storeResult(this.#deps, { runId, taskId, taskName, algorithmId, onnx, card })
  }

  /**
   * Notifies Flower and the edges that the run ended. Returns true once every reachable recipient has been notified.
   */
  async #release(run: RunRow): Promise<boolean> {
    if (run.phase !== 'completed') {
      for (const { partyId } of run.parties) {
        await commandEdge(this.#deps, partyId, { kind: 'stop-run', runId: run.id })
      }
      if (!(await this.#stopInFlower(run))) return false
    }
    await updateRun(this.#deps.db, run.id, { isReleased: true, leaseOwner: null, leaseUntil: null })
    return true
  }

  async #stopInFlower(run: RunRow): Promise<boolean> {
    try {
      const attemptId = run.attemptId ?? (run.isSubmitted ? await this.#findInFlower(run) : undefined)
      // If the Flower run has already ended, it is not stopped, because Flower would log an error.
      const isOver = attemptId && (await this.#flower.findRun(attemptId))?.status === 'finished'
      if (attemptId && !isOver) await this.#flower.stopRun(attemptId)
      return true
    } catch (error) {
      // Flower refuses the stop if it does not know the run or the run has already ended.
      return error instanceof FlowerError
    }
  }
}

/** Returns why a run's files are not a usable model; undefined for errors that may not happen again in a later step. */
function refusalOf(error: unknown) {
  if (error instanceof UnusableResult) return { code: 'run.result-missing' }
  if (!(error instanceof AppError) || !/^(model|inference\.model)/.test(error.code)) return undefined
  return { code: error.code, params: error.params }
}
