import { EyeOutlined, PlusOutlined, UsergroupAddOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { sessionActions, useSession } from '../../../lib/session.ts'
import { partyPhrases } from '../phrases.ts'
import { LostParty } from './LostParty.tsx'
import { MyRequests } from './MyRequests.tsx'

/** The choices of a user without a party: join, create, or continue as a guest. `head` replaces the welcome text. */
export function SelectStart({ to, head }: { to: string; head?: ReactNode }) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const { user } = useSession()
  const tour = () => {
    sessionActions.becomeTourist()
    go(to, { replace: true })
  }
  return (
    <>
      <LostParty />
      {head ?? (
        <>
          <h1 className="t-form-title">{t('selectTitle', { name: user?.displayName ?? '' })}</h1>
          <p className="t-soft t-form-intro">{t('selectIntro')}</p>
        </>
      )}
      <ul className="t-choices">
        <Choice
          icon={<UsergroupAddOutlined />}
          title={t('selectJoin')}
          help={t('selectJoinHelp')}
          onClick={() => go(paths.bind({ second: '1' }))}
        />
        <Choice
          icon={<PlusOutlined />}
          title={t('selectCreate')}
          help={t('selectCreateHelp')}
          onClick={() => go(paths.bind())}
        />
        <Choice icon={<EyeOutlined />} title={t('selectTour')} help={t('selectTourHelp')} onClick={tour} />
      </ul>
      <MyRequests />
    </>
  )
}

function Choice(props: { icon: ReactNode; title: string; help: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" className="t-choice" onClick={props.onClick}>
        <span className="t-choice-icon">{props.icon}</span>
        <span>
          <strong>{props.title}</strong>
          <span className="t-soft">{props.help}</span>
        </span>
      </button>
    </li>
  )
}
