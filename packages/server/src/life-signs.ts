import { readdirSync, readFileSync } from 'node:fs'

/** Counters that the kernel keeps for a process. */
export interface LifeSigns {
  /** Processor time and context switches of the threads. The values change whenever a thread runs. */
  counts: string
  /** Whether a thread of the process runs or waits for a processor. */
  isRunnable: boolean
}

/** Positions in /proc/<pid>/stat, counted after the process name, which can contain blanks and brackets. */
const [STATE, USER, SYSTEM] = [0, 11, 12]

/**
 * Returns the kernel counters of a process, or undefined if the process has ended or the system has no /proc. If a
 * thread gets no processor, none of its counters changes, not even its waiting time, which the kernel adds only when
 * the thread runs. Only the state of the thread shows that it waits for a processor.
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

/** Returns the counters of each thread. They are empty for a thread that has just ended. */
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
