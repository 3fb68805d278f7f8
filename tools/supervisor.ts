import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child } from '@tessera/server'
import { type DemoParty, engineDir, PARTIES, type Places, python, root, SIGNING_PIN } from './places.ts'

/**
 * Delays before restarting a process that ended unexpectedly, growing up to the time for which Flower may consider the
 * old process alive.
 */
const RESTART_AFTER_MS = [500, 1_000, 2_000, 5_000]
/** Number of log lines that explain why a process ended. */
const LAST_LINES = 5

/** Secrets that only this process passes to the platform. */
interface Words {
  captchaAnswer: string
  demoSecret: string
}

/**
 * Starts and stops the platform, the fleet and the edges. Each child holds a pipe from this process, so that no child
 * outlives this process, even if it crashes.
 */
export class Supervisor {
  readonly #places: Places
  readonly #words: Words
  readonly #children = new Map<string, Child>()
  /** For each child process, by name, how it last ended unexpectedly. */
  readonly #ends = new Map<string, string>()

  constructor(places: Places, words: Words) {
    this.#places = places
    this.#words = words
    mkdirSync(places.logs, { recursive: true, mode: 0o700 })
  }

  startPlatform() {
    this.#start('fleet', join('apps', 'platform', 'src', 'fleet', 'main.ts'), this.#platformEnv())
    this.#start('platform', join('apps', 'platform', 'src', 'main.ts'), this.#platformEnv())
  }

  /** Starts a party's edge. `enrolment` is the one-time code with which an edge joins; later starts need none. */
  startEdge(party: DemoParty, enrolment?: string) {
    const { host, platformUrl } = this.#places
    const index = PARTIES.indexOf(party)
    this.#start(`edge-${party.id}`, join('apps', 'edge', 'src', 'main.ts'), {
      HOST: host,
      PORT: String(this.#places.edgePort(index)),
      DATA_DIR: this.#places.edgeData(party.id),
      EDGE_URL: this.#places.edgeUrl(index),
      PLATFORM_URL: platformUrl,
      EDGE_FIRST_PIN: SIGNING_PIN,
      ...(enrolment ? { EDGE_ENROLMENT: enrolment } : {}),
    })
  }

  /** Returns how each child last ended unexpectedly, with the last lines of its log. */
  get ends(): string[] {
    return [...this.#ends].map(([name, end]) => {
      const lines = readFileSync(this.#logOf(name), 'utf8').trimEnd().split('\n').slice(-LAST_LINES)
      return [`${name} ended (${end}) and is started again; the end of its log:`, ...lines].join('\n    ')
    })
  }

  async restart(name: string) {
    await this.#children.get(name)?.restart()
  }

  get names(): string[] {
    return [...this.#children.keys()]
  }

  /**
   * The platform is stopped first, so that it does not report the end of other processes as a failure. Then the
   * ServerApps are stopped before the parties that they call.
   */
  async stop() {
    const stop = (names: string[]) => Promise.all(names.map((name) => this.#children.get(name)?.stop()))
    await stop(['platform'])
    await stop(['fleet'])
    await stop(this.names.filter((name) => name.startsWith('edge-')))
  }

  #platformEnv() {
    const { port, host, platformData, fleetPort } = this.#places
    return {
      HOST: host,
      PORT: String(port),
      DATA_DIR: platformData,
      FLEET_PORT: String(fleetPort),
      ALGORITHMS_DIR: join(engineDir, 'build'),
      CAPTCHA_ANSWER: this.#words.captchaAnswer,
      DEMO_SECRET: this.#words.demoSecret,
    }
  }

  #logOf = (name: string) => join(this.#places.logs, `${name}.log`)

  #start(name: string, main: string, settings: Record<string, string>) {
    const child = new Child({
      name,
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', join(root, main)],
      cwd: root,
      env: { ...process.env, PYTHON: python, ENGINE_DIR: engineDir, ...settings },
      logPath: this.#logOf(name),
      restartAfterMs: RESTART_AFTER_MS,
      onExit: ({ code, signal, wanted }) => {
        if (!wanted) this.#ends.set(name, signal ?? `status ${code}`)
      },
    })
    this.#children.set(name, child)
    child.start()
  }
}
