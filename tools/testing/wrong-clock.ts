import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { python } from '../places.ts'

/** A Node.js preload that shifts the time by the offset in the file, and rereads the file continually. */
const NODE = (file: string) => `
import { readFileSync } from 'node:fs'
const { now } = Date
let offset = 0
let read = -Infinity
function wrong() {
  if (performance.now() - read > 100) {
    offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) * 1_000
    read = performance.now()
  }
  return now() + offset
}
globalThis.Date = new Proxy(Date, {
  get: (date, name) => (name === 'now' ? wrong : Reflect.get(date, name)),
  construct: (date, given) => Reflect.construct(date, given.length > 0 ? given : [wrong()]),
  apply: (date) => new date(wrong()).toString(),
})
`
/** A Python module that shifts the time of a SuperNode. */
const PYTHON = (file: string) => `
import datetime, sys, time

if "engine.flower.supernode" in sys.orig_argv:
    right, time_of_day = datetime.datetime, time.time

    def offset():
        return float(open(${JSON.stringify(file)}).read())

    class AnyDatetime(type):
        def __instancecheck__(cls, one):
            return isinstance(one, right)

    class Wrong(right, metaclass=AnyDatetime):
        @classmethod
        def now(cls, tz=None):
            return right.now(tz) + datetime.timedelta(seconds=offset())

    datetime.datetime, time.time = Wrong, lambda: time_of_day() + offset()
`

export type Clock = ReturnType<typeof openClock>

/** Returns a clock for an edge and its SuperNode, which can be set wrong while they run. */
export function openClock(folder: string) {
  const file = join(folder, 'offset')
  const set = (seconds: number) => {
    writeFileSync(`${file}.new`, String(seconds))
    // Renames the file, so that a reader finds either the old or the new offset.
    renameSync(`${file}.new`, file)
  }
  set(0)
  writeFileSync(join(folder, 'clock.mjs'), NODE(file))
  writeFileSync(join(folder, 'sitecustomize.py'), PYTHON(file))
  const wrapper = join(folder, 'python')
  writeFileSync(wrapper, `#!/bin/sh\nPYTHONPATH="$PYTHONPATH:${folder}" exec ${python} "$@"\n`, { mode: 0o755 })
  const settings = { NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'clock.mjs'))}`, PYTHON: wrapper }
  return { set, settings }
}
