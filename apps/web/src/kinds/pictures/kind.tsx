import { PictureOutlined } from '@ant-design/icons'
import type { WebKind } from '../web-kind.ts'
import { picturePhrases } from './phrases.ts'

export const picture: WebKind = { icon: <PictureOutlined />, phrases: picturePhrases }
