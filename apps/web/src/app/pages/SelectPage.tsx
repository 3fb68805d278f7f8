import { SelectStart } from '../../features/party/index.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { wantedPath } from '../../lib/paths.ts'
import { BareFrame } from '../BareFrame.tsx'
import { LogoutButton } from '../LogoutButton.tsx'
import { useTitle } from '../title.ts'

export function SelectPage() {
  useTitle('select')
  const { to } = useQueryParams()
  return (
    <BareFrame corner={<LogoutButton />}>
      <SelectStart to={wantedPath(to)} />
    </BareFrame>
  )
}
