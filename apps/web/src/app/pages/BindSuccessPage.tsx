import { BindSuccess } from '../../features/party/index.ts'
import { BareFrame } from '../BareFrame.tsx'
import { useTitle } from '../title.ts'

export function BindSuccessPage() {
  useTitle('bindSuccess')
  return (
    <BareFrame>
      <BindSuccess />
    </BareFrame>
  )
}
