import { LoginForm } from '../../features/account/LoginForm.tsx'
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
