import { type Screen, TaskStatus } from '@tessera/contract'

/**
 * Returns the big screen's data for tests: two parties in a run, and a third party to which the user does not belong.
 */
export function testScreen(change: Partial<Screen> = {}): Screen {
  const party = (id: string, name: string, isOnline: boolean | null) => ({
    id,
    name,
    avatar: null,
    isOnline,
    rowCount: 1_200,
  })
  const counts = (completed: number) =>
    TaskStatus.options.map((status) => ({ status, count: status === 'completed' ? completed : 0 }))
  return {
    parties: [party('1001', '仁和医院', true), party('1002', '市肿瘤医院', true), party('1003', '安贞医院', null)],
    partyCount: 5,
    runs: [
      {
        taskId: 't1',
        taskName: '心脏',
        phase: 'running',
        progress: 47.5,
        elapsedMs: 95_000,
        algorithm: { id: 'logistic-regression', name: { cn: '逻辑回归', en: 'Logistic regression' } },
        partyIds: ['1001', '1002'],
        watch: {
          step: 'train',
          round: 4,
          rounds: 10,
          waitingFor: [],
          silent: [],
          work: [
            { partyId: '1001', what: 'learning', percent: 40, secondsLeft: 75 },
            { partyId: '1002', what: 'learning', percent: 100, secondsLeft: 0 },
          ],
        },
      },
    ],
    runCount: 2,
    tasks: counts(41),
    days: ['2026-03-01', '2026-03-02'].map((day, n) => ({ day, tasks: counts(n + 3) })),
    algorithms: [{ id: 'cox', name: { cn: 'Cox 回归', en: 'Cox regression' }, useCount: 7 }],
    ...change,
  }
}
