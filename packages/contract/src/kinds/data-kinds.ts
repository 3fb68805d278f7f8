import type { DataKind, Marks, PlanDataKind } from './data-kind.ts'
import { boxes } from './descriptors/boxes.ts'
import { graph } from './descriptors/graph.ts'
import { picture } from './descriptors/picture.ts'
import { table } from './descriptors/table.ts'
import { text } from './descriptors/text.ts'

/** The kinds of data, by the wire's spelling. */
const DATA_KINDS = { tabular: table, vision: picture, nlp: text, graph, yolo: boxes } satisfies Record<string, DataKind>
type ContentType = keyof typeof DATA_KINDS

/** The wire's spellings, in the order in which the kinds are listed. */
export const CONTENT_TYPES = Object.keys(DATA_KINDS) as [ContentType, ...ContentType[]]

/** Returns the descriptor of a kind of data from the wire's spelling. */
export const dataKindOf = (contentType: ContentType): DataKind => DATA_KINDS[contentType]

/** Returns the kind of data that a model takes or a plan names. For pictures, it depends on what is predicted. */
export function contentTypeOf({ kind }: { kind: PlanDataKind }, target: { kind: string } | null): ContentType {
  const able = CONTENT_TYPES.filter((contentType) => DATA_KINDS[contentType].planData.includes(kind))
  const exact = able.find((contentType) => DATA_KINDS[contentType].planTarget === target?.kind)
  return exact ?? (able[0] as ContentType)
}

/** Returns whether a plan or a model predicts from the row itself, so that its column is not one that members choose. */
export const isRowItself = (data: { kind: PlanDataKind }): boolean =>
  dataKindOf(contentTypeOf(data, null)).inputs === 'row'

/** Returns how a label marks classes within a row, such as boxes in a picture; null for other labels. */
export function marksOf(
  { contentType, columnTypes }: { contentType: ContentType; columnTypes: Record<string, unknown> },
  label: string,
): Marks | null {
  const { marks } = dataKindOf(contentType)
  if (marks?.column !== label) return null
  return marks.within === null || columnTypes[marks.within] !== undefined ? marks : null
}
