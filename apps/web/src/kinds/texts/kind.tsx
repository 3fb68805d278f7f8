import { FileTextOutlined } from '@ant-design/icons'
import type { WebKind } from '../web-kind.ts'
import { textPhrases } from './phrases.ts'

export const text: WebKind = { icon: <FileTextOutlined />, phrases: textPhrases }
