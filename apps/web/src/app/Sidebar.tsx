import {
  AppstoreOutlined,
  AuditOutlined,
  BranchesOutlined,
  CloudServerOutlined,
  ClusterOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  DoubleLeftOutlined,
  DoubleRightOutlined,
  FunctionOutlined,
  FundProjectionScreenOutlined,
  HistoryOutlined,
  HomeOutlined,
  ProfileOutlined,
  ShopOutlined,
  TableOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { MarketButton, useHasMarket } from '../features/market/index.ts'
import { type Translate, usePhrases } from '../lib/i18n.ts'
import { usePathname } from '../lib/navigation.ts'
import { paths } from '../lib/paths.ts'
import { useCurrentMenuEntry } from '../lib/place-in-menu.ts'
import { useSession } from '../lib/session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Foot } from './Foot.tsx'
import { appPhrases } from './phrases.ts'

interface Entry {
  to: string
  label: Parameters<Translate<keyof typeof appPhrases.en>>[0]
  icon: ReactNode
}

const HOME: Entry = { to: paths.home(), label: 'home', icon: <HomeOutlined /> }
const OWN: Entry[] = [
  { to: paths.myTasks(), label: 'myTasks', icon: <ProfileOutlined /> },
  { to: paths.myData(), label: 'myData', icon: <TableOutlined /> },
  { to: paths.myModels(), label: 'myModels', icon: <DeploymentUnitOutlined /> },
  { to: paths.tickets(), label: 'tickets', icon: <AuditOutlined /> },
  { to: paths.party(), label: 'party', icon: <TeamOutlined /> },
]
const POOLS: Entry[] = [
  { to: paths.taskPool(), label: 'taskPool', icon: <BranchesOutlined /> },
  { to: paths.dataPool(), label: 'dataPool', icon: <DatabaseOutlined /> },
  { to: paths.modelPool(), label: 'modelPool', icon: <ClusterOutlined /> },
  { to: paths.algorithms(), label: 'algorithms', icon: <FunctionOutlined /> },
  { to: paths.screen(), label: 'screen', icon: <FundProjectionScreenOutlined /> },
]
const MORE: Entry[] = [
  { to: paths.environment(), label: 'environment', icon: <CloudServerOutlined /> },
  { to: paths.journal(), label: 'journal', icon: <HistoryOutlined /> },
  { to: paths.landing(), label: 'landing', icon: <AppstoreOutlined /> },
]

const KEY = 'sidebarCollapsed'

/** The main navigation. Guests, who have no party, see only the pools. */
export function Sidebar({ inDrawer = false }: { inDrawer?: boolean }) {
  const t = usePhrases(appPhrases)
  const { party } = useSession()
  const [isCollapsed, setCollapsed] = useState(() => !inDrawer && localStorage.getItem(KEY) === 'true')
  const toggle = () => {
    localStorage.setItem(KEY, String(!isCollapsed))
    setCollapsed(!isCollapsed)
  }
  return (
    <nav className={inDrawer ? 't-side-drawer' : 't-side'} data-collapsed={isCollapsed} aria-label={t('menu')}>
      <Group entries={[HOME]} isCollapsed={isCollapsed} />
      {party && <Group title={t('work')} entries={OWN} isCollapsed={isCollapsed} />}
      <Group title={t('pools')} entries={POOLS} isCollapsed={isCollapsed} />
      <Group title={t('more')} entries={party ? MORE : MORE.slice(1)} isCollapsed={isCollapsed}>
        <MarketItem isCollapsed={isCollapsed} />
      </Group>
      <span className="t-side-gap" />
      {!isCollapsed && <Foot />}
      {!inDrawer && (
        <Button
          type="text"
          className="t-side-toggle"
          icon={isCollapsed ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
          aria-label={t(isCollapsed ? 'expand' : 'collapse')}
          title={t(isCollapsed ? 'expand' : 'collapse')}
          onClick={toggle}
        />
      )}
    </nav>
  )
}

interface GroupProps {
  title?: string
  entries: Entry[]
  isCollapsed: boolean
  /** Entries that link to pages outside the console. */
  children?: ReactNode
}

function Group({ title, entries, isCollapsed, children }: GroupProps) {
  return (
    <div className="t-side-group">
      {title && !isCollapsed && <p className="t-side-title">{title}</p>}
      <ul>
        {entries.map((entry) => (
          <Item key={entry.to} {...entry} isCollapsed={isCollapsed} />
        ))}
        {children}
      </ul>
    </div>
  )
}

function MarketItem({ isCollapsed }: { isCollapsed: boolean }) {
  if (!useHasMarket()) return null
  return (
    <li>
      <MarketButton className="t-side-item t-side-button">
        {(label) => (
          <Tooltip title={isCollapsed ? label : ''} placement="right">
            <span className="t-side-content">
              <ShopOutlined />
              {!isCollapsed && <span>{label}</span>}
            </span>
          </Tooltip>
        )}
      </MarketButton>
    </li>
  )
}

function Item({ to, label, icon, isCollapsed }: Entry & { isCollapsed: boolean }) {
  const t = usePhrases(appPhrases)
  const pathname = usePathname()
  const here = useCurrentMenuEntry() ?? pathname
  const isHere = to === '/' ? here === '/' : here === to || here.startsWith(`${to}/`)
  return (
    <li>
      <Tooltip title={isCollapsed ? t(label) : ''} placement="right">
        <span>
          <AppLink
            to={to}
            className={isHere ? 't-side-item t-side-here' : 't-side-item'}
            label={t(label)}
            isCurrent={isHere}
          >
            {icon}
            {!isCollapsed && <span>{t(label)}</span>}
          </AppLink>
        </span>
      </Tooltip>
    </li>
  )
}
