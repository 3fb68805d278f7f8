import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openLive, socketToken } from '../../../testing/live.ts'
import { fakeServer, logIn, renderPage } from '../../../testing/world.tsx'
import { useLiveTask } from './use-live-task.ts'

function Page({ ask }: { ask: (what: 'task' | 'run') => string }) {
  useLiveTask('t1', true)
  const task = useQuery({ queryKey: ['task', 't1'], queryFn: () => ask('task') })
  const run = useQuery({ queryKey: ['run', 't1'], queryFn: () => ask('run') })
  return `${task.data} ${run.data}`
}

test('refetches only the run, and not the task, when training progresses', async () => {
  logIn()
  fakeServer(socketToken)
  const counts = { task: 0, run: 0 }
  const say = await openLive()
  renderPage(<Page ask={(what) => `${what} ${++counts[what]}`} />)
  expect(await screen.findByText('task 1 run 1')).toBeTruthy()
  say({ cmd: 'run', taskId: 't1', seq: null })
  expect(await screen.findByText('task 1 run 2')).toBeTruthy()
  say({ cmd: 'run', taskId: 't1', seq: 7 })
  expect(await screen.findByText('task 1 run 3')).toBeTruthy()
  say({ cmd: 'run', taskId: 't1', seq: 0 })
  expect(await screen.findByText('task 2 run 4')).toBeTruthy()
})
