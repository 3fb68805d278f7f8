import { RegisterGreeting } from '../../features/account/index.ts'
import { SelectStart } from '../../features/party/index.ts'
import { paths } from '../../lib/paths.ts'
import { BareFrame } from '../BareFrame.tsx'
import { LogoutButton } from '../LogoutButton.tsx'
import { useTitle } from '../title.ts'

/** The last page of registration. It lets the user continue by creating or joining a party. */
export function RegisterSuccessPage() {
  useTitle('register')
  return (
    <BareFrame corner={<LogoutButton />}>
      <SelectStart to={paths.home()} head={<RegisterGreeting />} />
    </BareFrame>
  )
}
