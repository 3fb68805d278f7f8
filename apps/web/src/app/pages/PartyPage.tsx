import { EllipsisOutlined } from '@ant-design/icons'
import type { Party } from '@tessera/contract'
import { Badge, Tabs } from 'antd'
import {
  Departments,
  EdgePanel,
  InvitePopover,
  JoinRequests,
  Members,
  PartyProfile,
  partyPhrases,
  RoleTag,
  useOwnMember,
  useWaitingCount,
} from '../../features/party/index.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { BindFirst, PageHeader } from '../../ui/index.ts'

/** The current party: profile, members, departments and edge. */
export function PartyPage() {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  if (party) return <Sections party={party} />
  return (
    <>
      <PageHeader title={t('party')} />
      <BindFirst title={t('party.tourist')} reason={t('party.touristReason')} />
    </>
  )
}

function Sections({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const { tab } = useQueryParams()
  const own = useOwnMember()
  const waiting = useWaitingCount(party)
  const tabs = [
    { key: 'profile', label: t('profile'), children: <PartyProfile party={party} /> },
    { key: 'members', label: t('members'), children: <Members party={party} /> },
    ...(party.abilities.invite
      ? [
          {
            key: 'requests',
            label: (
              <span className="party-tab">
                {t('requests')}
                <Badge count={waiting} size="small" title={t('requests.badge', { count: waiting })} />
              </span>
            ),
            children: <JoinRequests party={party} />,
          },
        ]
      : []),
    { key: 'departments', label: t('departments'), children: <Departments party={party} /> },
    { key: 'edge', label: t('edge'), children: <EdgePanel party={party} /> },
  ]
  const active = tabs.some(({ key }) => key === tab) ? tab : 'profile'
  return (
    <>
      <PageHeader
        title={t('party')}
        tags={own && <RoleTag role={own.role} />}
        description={`${party.name.cn} · ${party.name.en} · ${party.id}`}
        action={<InvitePopover isPrimary />}
      />
      <Tabs
        {...(active && { activeKey: active })}
        destroyOnHidden
        // On a narrow screen a button collects the tabs that do not fit. An icon alone would leave the button without a
        // name.
        more={{ icon: <MoreTabs /> }}
        items={tabs}
        onChange={(key) => go(paths.party(key === 'profile' ? {} : { tab: key }))}
      />
    </>
  )
}

function MoreTabs() {
  const t = usePhrases(partyPhrases)
  return (
    <>
      <EllipsisOutlined aria-hidden="true" />
      <span className="t-visually-hidden">{t('party.moreTabs')}</span>
    </>
  )
}
