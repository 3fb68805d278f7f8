import { RegisterGreeting } from '../../features/account/index.ts'
import { SelectStart } from '../../features/party/index.ts'
import { paths } from '../../lib/paths.ts'
import { BareFrame } from '../BareFrame.tsx'
import { LogoutButton } from '../LogoutButton.tsx'
import { useTitle } from '../title.ts'

/** Where registering ends: how to begin, which leads on to binding a party. */
export function RegisterSuccessPage() {
  useTitle('register')
  return (
    <BareFrame corner={<LogoutButton />}>
      <SelectStart to={paths.home()} head={<RegisterGreeting />} />
    </BareFrame>
  )
}
