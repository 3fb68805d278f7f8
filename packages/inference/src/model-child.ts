/**
 * The process that runs one model. It imports little besides onnxruntime, receives the model as bytes that its parent
 * has checked, and opens no file afterwards.
 */
import { Worker } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { readFrameSync, writeFrameSync } from './frames.ts'
import { CHANNEL, type ModelAnswer, type ModelRequest, type NumbersOf, REQUEST_LIMITS } from './model-messages.ts'

const MIN_THREADS = 1
let session: InferenceSession | undefined

// Without this setting, the thread reserves 512 MB for code, which count against the memory limit.
new Worker(new URL('./watch-parent.ts', import.meta.url), { resourceLimits: { codeRangeSizeMb: 8 } })
await warmUp()
dropRights()
// The process waits synchronously, because it has no other work, and because waking an event loop takes as long as a
// short prediction.
for (let request = readFrameSync(CHANNEL, REQUEST_LIMITS); request; request = readFrameSync(CHANNEL, REQUEST_LIMITS)) {
  await answer(request.head as ModelRequest, request.parts)
}
process.exit()

async function answer(request: ModelRequest, parts: Uint8Array[]) {
  const { head, bytes }: { head: ModelAnswer; bytes: Uint8Array[] } = await (request.kind === 'load'
    ? load(request.threads, parts[0] as Uint8Array)
    : run(request, parts)
  ).catch((error: unknown) => ({ head: { kind: 'failed', message: String(error) }, bytes: [] }))
  writeFrameSync(CHANNEL, { head, parts: bytes })
}

async function load(threads: number, file: Uint8Array) {
  session = await InferenceSession.create(file, sessionOptions(threads))
  return { head: { kind: 'loaded' } as const, bytes: [] }
}

async function run(request: Extract<ModelRequest, { kind: 'run' }>, parts: Uint8Array[]) {
  if (!session) throw new Error('no model was loaded')
  const { rows, result, numbers } = request
  const feeds: Record<string, Tensor> = {}
  for (const input of request.inputs) {
    feeds[input.name] = 'texts' in input ? new Tensor('string', input.texts, [rows, 1]) : numbersIn(input, parts)
  }
  const outputs = await session.run(feeds, result === null ? numbers : [result, ...numbers])
  const results = result === null ? [] : Array.from(outputs[result]?.data as ArrayLike<unknown>, String)
  const bytes = numbers.map((name) => {
    const found = outputs[name]?.data as ArrayLike<number>
    // Only 64-bit integers are converted one by one, because this takes ten times as long as other conversions.
    const doubles = typeof found[0] === 'bigint' ? Float64Array.from(found, Number) : new Float64Array(found)
    return new Uint8Array(doubles.buffer)
  })
  return { head: { kind: 'predicted', results } as const, bytes }
}

function numbersIn({ part, type, shape }: NumbersOf, parts: Uint8Array[]): Tensor {
  const bytes = (parts[part] as Uint8Array).buffer as ArrayBuffer
  if (type === 'float64') return new Tensor(type, new Float64Array(bytes), shape)
  if (type === 'int64') return new Tensor(type, new BigInt64Array(bytes), shape)
  return new Tensor(type, new Uint8Array(bytes), shape)
}

/**
 * Options of a session. It runs on the CPU, which every server and edge has. Idle threads sleep, because training on
 * the same machine needs the processor.
 */
function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    executionProviders: ['cpu'],
    logSeverityLevel: 3,
    intraOpNumThreads: threads,
    interOpNumThreads: MIN_THREADS,
    executionMode: 'sequential',
    extra: { session: { load_model_format: 'ONNX', intra_op: { allow_spinning: '0' } } },
  }
}

/**
 * Runs a model that consists of one `Identity` operator, so that all lazily loaded files are loaded while this process
 * may still read them.
 */
async function warmUp() {
  const tiny = Buffer.from('CAg6LwoQCgF4EgF5IghJZGVudGl0eRIBdFoLCgF4EgYKBAgLEgBiCwoBeRIGCgQICxIAQgQKABAR', 'base64')
  const identity = await InferenceSession.create(new Uint8Array(tiny), sessionOptions(MIN_THREADS))
  await identity.run({ x: new Tensor('float64', new Float64Array(1), []) })
  await identity.release()
}

/**
 * If the process runs as root, switches permanently to the unprivileged user that its launcher names, before it
 * receives a model.
 */
function dropRights() {
  if (process.getuid?.() !== 0) return
  // If the variable is not set, the value is NaN. `setuid` refuses NaN, so the process ends.
  const user = Number(process.env.TESSERA_USER)
  process.setgroups?.([])
  process.setgid?.(user)
  process.setuid?.(user)
}
