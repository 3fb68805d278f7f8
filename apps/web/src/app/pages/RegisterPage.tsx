import { RegisterFlow } from '../../features/account/index.ts'
import { BareFrame } from '../BareFrame.tsx'
import { useTitle } from '../title.ts'

export function RegisterPage() {
  useTitle('register')
  return (
    <BareFrame>
      <RegisterFlow />
    </BareFrame>
  )
}
