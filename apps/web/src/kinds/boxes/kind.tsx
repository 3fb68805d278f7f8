import { BorderOuterOutlined } from '@ant-design/icons'
import type { WebKind } from '../web-kind.ts'
import { boxesPhrases } from './phrases.ts'

export const boxes: WebKind = { icon: <BorderOuterOutlined />, phrases: boxesPhrases }
