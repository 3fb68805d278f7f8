import { ShareAltOutlined } from '@ant-design/icons'
import type { WebKind } from '../web-kind.ts'
import { graphPhrases } from './phrases.ts'

export const graph: WebKind = { icon: <ShareAltOutlined />, phrases: graphPhrases }
