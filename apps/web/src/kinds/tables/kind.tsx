import { TableOutlined } from '@ant-design/icons'
import type { WebKind } from '../web-kind.ts'
import { tablePhrases } from './phrases.ts'

export const table: WebKind = { icon: <TableOutlined />, phrases: tablePhrases }
