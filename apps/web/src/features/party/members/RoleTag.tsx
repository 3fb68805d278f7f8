import { CrownOutlined, SafetyCertificateOutlined, UserOutlined } from '@ant-design/icons'
import type { PartyRole } from '@tessera/contract'
import type { ReactNode } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'

export const ROLE_ICONS: Record<PartyRole, ReactNode> = {
  'super-admin': <CrownOutlined />,
  admin: <SafetyCertificateOutlined />,
  member: <UserOutlined />,
}
const TONES: Record<PartyRole, Tone> = { 'super-admin': 'warning', admin: 'progress', member: 'neutral' }

export function RoleTag({ role }: { role: PartyRole }) {
  const t = usePhrases(partyPhrases)
  return <StatusTag tone={TONES[role]} icon={ROLE_ICONS[role]} text={t(`role.${role}`)} />
}
