import type { AddressInfo } from 'node:net'
import type { RunSilence } from '@tessera/contract'
import { runAndLogErrors } from '../../lib/run-and-log-errors.ts'
import { buildGuard, type GuardDeps, stopRun } from './guard.ts'
import { EngineProcesses, makeGuardSecret, type ProcessName, type ProcessOptions } from './processes.ts'
import { SilenceWatch } from './silence.ts'
import { killingWorkers, reportingDeaths, Workers } from './workers.ts'

type EngineOptions = Omit<GuardDeps, 'workers' | 'secret'> &
  Omit<ProcessOptions, 'guardUrl' | 'guardSecretFile' | 'onChange'> & {
    /** Callback when a process has ended or has become ready. */
    onChange: () => void
    /** A worker without a sign of life for this time is ended. */
    silentSeconds: number
    /** Reports a silent worker to the platform if the link is open. */
    reportSilence: (silence: RunSilence) => void
  }

export type Engine = Awaited<ReturnType<typeof openEngine>>

/**
 * Starts the training processes (Flower SuperNode and task runner) and the guard, which authorises the messages of the
 * task runner. Tracks the workers that the guard has allowed.
 */
export async function openEngine(options: EngineOptions) {
  const { dataDir, outbox, logger } = options
  const workers = new Workers((pid) => processes.kill(pid))
  const reportDeaths = reportingDeaths(workers, outbox)
  const { secret, file: guardSecretFile } = await makeGuardSecret(dataDir)
  const guard = buildGuard({ ...options, workers, secret })
  await guard.listen({ host: '127.0.0.1', port: 0 })
  const guardUrl = `http://127.0.0.1:${(guard.server.address() as AddressInfo).port}`
  const processes = new EngineProcesses({
    ...options,
    guardUrl,
    guardSecretFile,
    onChange(name, change) {
      if (change === 'ended') logger.warn(`${name} ${change}`)
      else logger.info(`${name} ${change}`)
      void runAndLogErrors(logger, () => {
        if (change === 'ended') reportDeaths(name === 'runner' ? 'run.worker-died' : 'run.supernode-lost')
        if (name === 'runner' && change === 'ended') void oneRenewalAtATime(() => processes.renewSupernode())
        options.onChange()
      })
    },
  })

  const endHung = (name: ProcessName) => {
    logger.warn(`the ${name} hangs, and is ended`)
    processes.endUnasked(name)
  }
  const silence = new SilenceWatch({
    workers,
    limitSeconds: options.silentSeconds,
    tell: options.reportSilence,
    end({ pid, runId }, seconds) {
      logger.warn(
        `run ${runId}: its process ${pid} has neither run nor waited for a processor for ${seconds} s, and is ended`,
      )
      processes.endHung(pid, seconds)
    },
    endRunner: () => endHung('runner'),
    processes: () => processes.running,
    endProcess: endHung,
  })

  /** Calls of start and stop run one after another. */
  let turn = Promise.resolve()
  const oneRenewalAtATime = (act: () => Promise<void>) => {
    turn = turn.then(() => runAndLogErrors(logger, act))
    return turn
  }
  const stop = () =>
    oneRenewalAtATime(async () => {
      silence.stop()
      await processes.stop()
      workers.forgetAll()
    })
  return {
    get health() {
      return processes.health
    },
    start: () =>
      oneRenewalAtATime(async () => {
        await processes.start()
        silence.start()
      }),
    /** Stops all processes until the next start. */
    stop,
    stopRun: (runId: string) => stopRun({ ...options, workers }, runId),
    endAttempt: (attemptId: string) => void workers.killOfAttempt(attemptId),
    killWorkers: killingWorkers(workers, outbox),
    async close() {
      await stop()
      await guard.close()
    },
  }
}
