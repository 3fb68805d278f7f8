import type { DataKind } from '../data-kind.ts'

/**
 * The column with a node's links, for granted nodes and for nodes to predict: the positions of the nodes to which the
 * node links. The names of members' columns cannot begin with a space.
 */
export const LINKS_COLUMN = ' neighbours'

/** Graphs: one row per node, with numbers, and links between nodes. A task gets the nodes without a label, too. */
export const graph: DataKind = {
  planData: ['graph'],
  planTarget: null,
  rowWord: 'node',
  inputs: 'chosen',
  hasOnlyNumbers: true,
  textColumn: null,
  wholeColumn: { name: LINKS_COLUMN, kind: 'links' },
  declaresLabels: true,
  mayLackLabels: true,
  namesClasses: false,
  marks: null,
  profilesColumns: false,
  hasPictures: false,
  hasLinks: true,
  isOfferedWhole: true,
  hasRowChoice: false,
  mayRepeatPersons: false,
  readsFileNames: true,
}
