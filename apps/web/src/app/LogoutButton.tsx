import { Button } from 'antd'
import { useLogout } from '../features/account/index.ts'
import { usePhrases } from '../lib/i18n.ts'
import { appPhrases } from './phrases.ts'

export function LogoutButton() {
  const t = usePhrases(appPhrases)
  const logout = useLogout()
  return (
    <Button type="text" loading={logout.isPending} onClick={() => logout.mutate()}>
      {t('logout')}
    </Button>
  )
}
