import { LegalArticle } from '../../features/legal/index.ts'
import { BareFrame } from '../BareFrame.tsx'

export function TermsPage() {
  return (
    <BareFrame wide>
      <LegalArticle kind="terms" />
    </BareFrame>
  )
}
