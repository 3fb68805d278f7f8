import { ForgotPasswordFlow } from '../../features/account/index.ts'
import { BareFrame } from '../BareFrame.tsx'
import { useTitle } from '../title.ts'

export function ForgotPasswordPage() {
  useTitle('forgotPassword')
  return (
    <BareFrame>
      <ForgotPasswordFlow />
    </BareFrame>
  )
}
