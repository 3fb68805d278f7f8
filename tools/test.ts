import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { checkServer } from '../apps/platform/src/testing/server.ts'
import { python, root } from './places.ts'
import { SLOWNESS } from './testing/limits.ts'
import { PARTS, partsOf, stagesOf } from './testing/parts.ts'
import { LONG } from './testing/projects.ts'
import { machineSpeed, processorSeconds } from './testing/speed.ts'
import { endStagesWhenAsked, runStage, runStages, type Stage } from './testing/stages.ts'
import { type Failure, failureList } from './testing/suites.ts'

/** Folder of the runners' own output, including warnings, which must not appear between the lines of `make test`. */
const logs = join(root, 'node_modules', '.cache', 'tests')

async function run(stage: Stage) {
  const { passed, failed, skipped, failures } = await runStage(stage, { logs, print })
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.failures.push(...failures)
  if (stage.needsPostgres && !postgres) withoutPostgres += skipped
}

const print = (text: string) => void process.stdout.write(text)
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const { parts, unknown } = partsOf(values.only)
if (unknown.length > 0) {
  process.stderr.write(`ONLY names no part of the tests: ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}; or all.\n`)
  process.exit(2)
}
const total = { passed: 0, failed: 0, skipped: 0, failures: [] as Failure[] }
let withoutPostgres = 0
const start = Date.now()
mkdirSync(logs, { recursive: true })
print(`What the runners print themselves: ${relative(root, logs)}\n`)
// The speed of this machine, measured before the tests run. It determines the factor for all time limits.
const speed = machineSpeed(process.execPath, python)
process.env[SLOWNESS] = speed.slowness.toFixed(1)
print(speed.line)
// Checks PostgreSQL as the tests do. If TEST_DATABASE_URL names a server that refuses the log-in, the tests fail with
// its reason.
const postgres = await checkServer().catch(() => true)
endStagesWhenAsked()
await runStages(stagesOf(parts), run)
print(failureList(total.failures))
print(machineSpeed(process.execPath, python).line)
if (!postgres) print(`PostgreSQL: not found, ${withoutPostgres} tests not run\n`)
if (!values.only) print(`Not run: ${LONG} (make test ONLY=${LONG}, or ONLY=all, as CI does)\n`)
const processor = processorSeconds()
const used = processor === null ? '' : `, ${processor.toFixed(0)} s of processors`
print(`${total.skipped} skipped, ${((Date.now() - start) / 1000).toFixed(1)} s in all${used}\n`)
print(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed ? 1 : 0
