import { readFile } from 'node:fs/promises'
import { InferenceRuntime } from '../runtime.ts'
import { ENGINE, PYTHON } from './write-models.ts'

/** Runs a model, prints the id of its process, and waits. A test then kills this process. */
const [path = '', sha256 = ''] = process.argv.slice(2)
const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: console.error })
const model = { sha256, read: () => readFile(path) }
await runtime.describe(model)
const predicted = runtime.predict(model, [{ age: 1 }])
const [[, pid] = []] = await runtime.pids()
console.log(pid)
await predicted
