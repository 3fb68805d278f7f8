import { parentPort, workerData } from 'node:worker_threads'
import { readTrees } from '../read-trees.ts'
import type { AskedPaths, FoundPaths } from './by-paths.ts'
import { pathEffects, treeSums } from './paths.ts'

function answer({ file, columnOf, rows }: AskedPaths): FoundPaths | null {
  const trees = readTrees(file)
  const [row] = rows
  if (!trees || !row || trees.nodes.feature.some((feature) => columnOf[feature] === undefined)) return null
  const { label, least } = trees
  return { label, least, sums: rows.map((one) => treeSums(trees, one)), ...pathEffects(trees, columnOf, row) }
}

parentPort?.postMessage(answer(workerData))
