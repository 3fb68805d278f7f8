import { BranchesOutlined, CloudUploadOutlined, DeploymentUnitOutlined, PlusOutlined } from '@ant-design/icons'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { AppLink } from '../../ui/index.ts'
import { homePhrases } from './phrases.ts'

/** Shortcuts to the most frequent actions. Hidden for guests. */
export function QuickTools() {
  const t = usePhrases(homePhrases)
  const { party } = useSession()
  if (!party) return null
  const tools = [
    { to: paths.taskPool({ create: '1' }), icon: <PlusOutlined />, text: t('createTask') },
    { to: paths.myData(), icon: <CloudUploadOutlined />, text: t('upload') },
    { to: paths.taskPool(), icon: <BranchesOutlined />, text: t('browseTasks') },
    { to: paths.myModels(), icon: <DeploymentUnitOutlined />, text: t('useModel') },
  ]
  return (
    <nav aria-label={t('tools')}>
      <ul className="t-tools">
        {tools.map(({ to, icon, text }) => (
          <li key={to}>
            <AppLink to={to}>
              <span aria-hidden="true">{icon}</span>
              <span>{text}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
