import type { ContentType } from '@tessera/contract'
import { boxes } from './boxes/kind.tsx'
import { graph } from './graphs/kind.tsx'
import { picture } from './pictures/kind.tsx'
import { table } from './tables/kind.tsx'
import { text } from './texts/kind.tsx'
import type { WebKind } from './web-kind.ts'

const WEB_KINDS: Record<ContentType, WebKind> = { tabular: table, vision: picture, nlp: text, graph, yolo: boxes }

/** Returns what the web shows for a kind of data. */
export const webKindOf = (contentType: ContentType): WebKind => WEB_KINDS[contentType]
