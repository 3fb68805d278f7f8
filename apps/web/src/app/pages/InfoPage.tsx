import { PartyInfo } from '../../features/party/index.ts'
import { BareFrame } from '../BareFrame.tsx'
import { useTitle } from '../title.ts'

export function InfoPage() {
  useTitle('partyInfo')
  return (
    <BareFrame>
      <PartyInfo />
    </BareFrame>
  )
}
