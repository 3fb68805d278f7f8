import { LegalArticle } from '../../features/legal/index.ts'
import { BareFrame } from '../BareFrame.tsx'

export function PrivacyPage() {
  return (
    <BareFrame wide>
      <LegalArticle kind="privacy" />
    </BareFrame>
  )
}
