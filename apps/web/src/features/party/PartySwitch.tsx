import { DownOutlined } from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { paths } from '../../lib/paths.ts'
import { sessionActions, useSession } from '../../lib/session.ts'
import { ActionMenu, EdgeHealthTag, PartyTile } from '../../ui/index.ts'
import { partyPhrases } from './phrases.ts'

/** The menu of the current party: switch, create or join a party, open the party's page. */
export function PartySwitch() {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const go = useGo()
  const { party, parties } = useSession()
  const name = party ? nameOf(party) : t('tourist')

  const items: MenuProps['items'] = [
    ...parties.map((one) => ({
      key: `party-${one.id}`,
      label: (
        <span className="t-row">
          {nameOf(one)} <EdgeHealthTag party={one} />
        </span>
      ),
      icon: <PartyTile partyId={one.id} picture={one.avatar} size={20} />,
    })),
    ...(parties.length > 0 ? [{ type: 'divider' as const }] : []),
    ...(party ? [{ key: 'page', label: t('partySettings') }] : []),
    { key: 'bind', label: party ? t('bindAnother') : t('bindNow') },
  ]
  const choose = (key: string) => {
    if (key === 'page') return go(paths.party())
    if (key === 'bind') return go(paths.bind({ second: '1' }))
    const chosen = parties.find(({ id }) => `party-${id}` === key)
    if (!chosen || chosen.id === party?.id) return
    sessionActions.chooseParty(chosen)
    // Goes home, because the open page may not exist for the other party.
    go(paths.home())
  }
  return (
    <ActionMenu items={items} selectedKeys={party ? [`party-${party.id}`] : []} onChoose={choose}>
      <Button type="text" className="t-party-switch" aria-label={t('switchParty', { party: name })}>
        {party && <PartyTile partyId={party.id} picture={party.avatar} size={24} />}
        <span className="t-party-name">{name}</span>
        <DownOutlined className="t-small-icon" />
      </Button>
    </ActionMenu>
  )
}
