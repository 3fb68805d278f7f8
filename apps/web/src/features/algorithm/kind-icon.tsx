import { ApiOutlined, ColumnHeightOutlined, ColumnWidthOutlined, DesktopOutlined } from '@ant-design/icons'
import type { AlgorithmKind } from '@tessera/contract'
import type { ReactNode } from 'react'

const icons: Record<AlgorithmKind, ReactNode> = {
  horizontal: <ColumnHeightOutlined />,
  vertical: <ColumnWidthOutlined />,
  local: <DesktopOutlined />,
  service: <ApiOutlined />,
}

export const kindIcon = (kind: AlgorithmKind) => icons[kind]
