import { LoginForm } from '../../features/account/index.ts'
import { BareFrame } from '../BareFrame.tsx'
import { useTitle } from '../title.ts'

export function LoginPage() {
  useTitle('login')
  return (
    <BareFrame>
      <LoginForm />
    </BareFrame>
  )
}
