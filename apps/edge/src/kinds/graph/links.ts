import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, LINKS_COLUMN, type TableRow } from '@tessera/contract'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import { EDGES_FILE, ROW_ID } from '../reader.ts'

export interface WantedNodes {
  file: string
  cells: string[]
  /**
   * SQL expression over `links`, the positions of a node's neighbours. `links` is null if the node has no neighbours.
   */
  links: string
  where?: string
}

/** Returns SQL that reads nodes ordered by id, with the edges among them. Fails if the edges file is missing. */
export function nodesWithLinks({ file, cells, links, where = 'true' }: WantedNodes): string {
  const edges = join(dirname(file), EDGES_FILE)
  if (!existsSync(edges)) fail('dataset.not-found')
  const [id, place] = [ident(ROW_ID), ident(' place')]
  return `WITH node AS (SELECT *, row_number() OVER (ORDER BY ${id}) - 1 AS ${place} 
      FROM ${parquet(file)} WHERE ${where}),
    leads AS (SELECT here.${place} AS ${place}, list(there.${place} ORDER BY there.${place}) AS links
      FROM ${parquet(edges)} AS edge JOIN node AS here ON edge.source = here.${id}
      JOIN node AS there ON edge.target = there.${id} GROUP BY 1)
    SELECT ${cells.join(', ')}, ${links} FROM node LEFT JOIN leads USING (${place}) ORDER BY ${place}`
}

/** Yields all nodes at once, because the prediction of a node depends on other nodes. */
export async function* wholeGraph(duck: Duck, file: string, cells: string[]): AsyncIterable<TableRow[]> {
  const links = `array_to_string(links, ' ') AS ${ident(LINKS_COLUMN)}`
  yield await duck.rows(nodesWithLinks({ file, cells, links }))
}
