import { CloseCircleFilled } from '@ant-design/icons'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** For `allowClear={{ clearIcon }}`: the button around it has no other name. */
export function ClearIcon() {
  const t = usePhrases(uiPhrases)
  return <CloseCircleFilled role="img" aria-hidden={false} aria-label={t('clear')} />
}
