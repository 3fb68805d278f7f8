import { readdirSync, readFileSync } from 'node:fs'

/** Kernel counters of a process. */
export interface LifeSigns {
  /** Processor time and context switches of its threads: they change whenever one of them runs. */
  counts: string
  /** Whether one of its threads runs, or waits for a processor. */
  isRunnable: boolean
}

/** Places in /proc/<pid>/stat after the name, which can contain blanks and brackets. */
const [STATE, USER, SYSTEM] = [0, 11, 12]

/**
 * Returns the kernel counters of a process; undefined if the process has ended, or if the system has no /proc. A thread
 * that gets no processor leaves all counters unchanged, including its waiting time, which the kernel adds only once the
 * thread runs. Only its state shows that it waits for a processor and not for something else.
 */
export function lifeSigns(pid: number): LifeSigns | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).flatMap((thread) => threadSigns(`/proc/${pid}/task/${thread}`))
    if (threads.length === 0) return undefined
    return {
      counts: threads.map(({ counts }) => counts).join(' '),
      isRunnable: threads.some(({ state }) => state === 'R'),
    }
  } catch {
    return undefined
  }
}

/** Empty for a thread that has ended meanwhile. */
function threadSigns(folder: string): { counts: string; state: string | undefined }[] {
  try {
    const stat = readFileSync(`${folder}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const switches = [
      ...readFileSync(`${folder}/status`, 'utf8').matchAll(/^(?:non)?voluntary_ctxt_switches:\s*(\d+)/gm),
    ]
    const counts = [fields[USER], fields[SYSTEM], ...switches.map(([, count]) => count)].join(',')
    return [{ counts, state: fields[STATE] }]
  } catch {
    return []
  }
}
