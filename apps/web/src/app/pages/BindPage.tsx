import { BindForm } from '../../features/party/index.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { BareFrame } from '../BareFrame.tsx'
import { useTitle } from '../title.ts'

/** The page on which a user creates a party or, with `second=1` in the address, joins an existing one. */
export function BindPage() {
  useTitle('bind')
  const [{ second }, setState] = useUrlState({ second: '' })
  return (
    <BareFrame>
      <BindForm
        tab={second === '1' ? 'join' : 'create'}
        onTab={(tab) => setState({ second: tab === 'join' ? '1' : '' }, { replace: true })}
      />
    </BareFrame>
  )
}
