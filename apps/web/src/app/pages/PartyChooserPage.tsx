import { PartyChooser } from '../../features/party/index.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { wantedPath } from '../../lib/paths.ts'
import { BareFrame } from '../BareFrame.tsx'
import { LogoutButton } from '../LogoutButton.tsx'
import { useTitle } from '../title.ts'

export function PartyChooserPage() {
  useTitle('partyChooser')
  const { to } = useQueryParams()
  return (
    <BareFrame corner={<LogoutButton />}>
      <PartyChooser to={wantedPath(to)} />
    </BareFrame>
  )
}
