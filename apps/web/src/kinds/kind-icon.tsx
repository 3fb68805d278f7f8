import {
  BorderOuterOutlined,
  FileTextOutlined,
  PictureOutlined,
  ShareAltOutlined,
  TableOutlined,
} from '@ant-design/icons'
import type { ContentType } from '@tessera/contract'
import type { ReactNode } from 'react'

const icons: Record<ContentType, ReactNode> = {
  tabular: <TableOutlined />,
  vision: <PictureOutlined />,
  nlp: <FileTextOutlined />,
  graph: <ShareAltOutlined />,
  yolo: <BorderOuterOutlined />,
}

export const kindIcon = (kind: ContentType) => icons[kind]
