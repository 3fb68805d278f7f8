import type { Server } from 'node:https'
import { exitStatusOf, freePort, holdLifeline, isPlain, listening, makeDataDir } from '@tessera/server'
import { build, createApp, startWorkers } from './app.ts'
import { migrate } from './db/migrate.ts'
import { whyRefused } from './db/why-unreachable.ts'
import { watchDatabase } from './lib/database-watch.ts'
import { openEngineListener } from './lib/engine-listener.ts'
import { openCertificate } from './lib/tls.ts'
import { openDeps } from './open-deps.ts'
import { readPlatformSettings } from './settings.ts'

holdLifeline()
process.umask(0o077)

try {
  await start()
} catch (error) {
  console.error(`${new Date().toISOString()} platform:`, isPlain(error) ? error.message : error)
  process.exit(exitStatusOf(error))
}

async function start() {
  const read = readPlatformSettings()
  makeDataDir(read.DATA_DIR)
  const certificate = await openCertificate(read)
  // ServerApps use plain HTTP on this machine. If the platform serves https, they need a separate port.
  const settings = { ...read, EVENTS_PORT: certificate && (read.EVENTS_PORT ?? (await freePort())) }
  const app = createApp(settings, certificate?.pair)
  const { deps: opened, close } = await openDeps(settings, app.log)
  const databaseWatch = watchDatabase(opened)
  const deps = { ...opened, databaseWatch }
  await migrate(deps.db).catch((error: unknown) => {
    throw whyRefused(error, settings.DATABASE_URL)
  })
  // The keys are created at the first start, because a backup is refused without them.
  await Promise.all([deps.keys.signing(), deps.keys.encryption()])
  await build(app, deps)
  const stopWorkers = await startWorkers(app, deps)
  if (settings.EVENTS_PORT) {
    const entrance = { host: '127.0.0.1', port: settings.EVENTS_PORT }
    const closeEntrance = await listening(openEngineListener(app, settings.EVENTS_PORT), entrance, 'EVENTS_PORT')
    app.addHook('preClose', async () => closeEntrance())
  }
  const place = { port: settings.PORT, host: settings.HOST }
  await listening(app.listen(place), place, 'PORT')
  certificate?.reloadOnChange(app.server as Server, (line) => app.log.info(line))

  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    // The workers are stopped before the connections close. Otherwise the edges would count as lost.
    await stopWorkers()
    await app.close()
    await databaseWatch.stop()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}
