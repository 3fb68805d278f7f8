import type { Inference, InferenceResult } from '@tessera/contract'
import { GetPredictedGraph } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DatasetAnswers } from '../../features/inference/answerer.ts'
import { PredictedGraph } from '../../features/inference/collections/PredictedGraph.tsx'
import { GraphForm } from '../../features/inference/inputs/GraphForm.tsx'
import { enterAs } from '../../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { atEdge } from './at-edge.ts'

test.each([
  ['en', ['Matches the label', 'Differs from the label', 'Without a label'], 'Show as table'],
  ['cn', ['与标签一致', '与标签不一致', '没有标签'], '以表格查看'],
] as const)(
  'distinguishes nodes with a correct prediction, a wrong prediction and no label (%s)',
  async (language, verdicts, asTable) => {
    enterAs('edge-token')
    const node = { degree: 1 }
    fakeServer(
      on(GetPredictedGraph, () => ({
        nodes: [
          { ...node, id: 'a', label: 'ill', result: 'ill' },
          { ...node, id: 'b', label: 'ill', result: 'well' },
          { ...node, id: 'c', label: null, result: 'well' },
        ],
        edges: [{ source: 'a', target: 'b' }],
        nodeCount: 3,
        edgeCount: 1,
        graphCount: 1,
      })),
    )
    const result = { resultPath: 'results/x.csv' } as InferenceResult
    renderPage(
      <PredictedGraph
        datasets={atEdge.datasets as DatasetAnswers}
        result={result}
        inference={{ id: 'i1' } as Inference}
      />,
      { language },
    )
    await userEvent.click(await screen.findByRole('button', { name: asTable }))
    const cells = within(screen.getByRole('table')).getAllByRole('row').slice(1)
    expect(cells.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['a', 'ill', 'ill', '1', verdicts[0]],
      ['b', 'well', 'ill', '1', verdicts[1]],
      ['c', 'well', '—', '1', verdicts[2]],
    ])
  },
)

test('reads a graph from a file and predicts it', async () => {
  const onSubmit = vi.fn()
  const input = { kind: 'graph' as const, columns: [{ column: 'age', example: 50 }] }
  renderPage(<GraphForm input={input} isPending={false} error={null} onSubmit={onSubmit} />, { language: 'en' })
  await screen.findByRole('button', { name: 'Predict' })
  const text = '{"x": [[1], [3]], "edge_index": [[0], [1]]}'
  await userEvent.upload(
    document.querySelector('input[type=file]') as HTMLInputElement,
    new File([text], 'graph.json', { type: 'application/json' }),
  )
  expect(await screen.findByText('Read: 2 nodes, 1 edge')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Predict' }))
  expect(onSubmit).toHaveBeenCalledWith([{ x: '[[1],[3]]', edge_index: '[[0],[1]]', id: '["0","1"]' }])
})
