import { CloseCircleFilled } from '@ant-design/icons'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** For `allowClear={{ clearIcon }}` of an Input, whose button has no other name. */
export function ClearIcon() {
  const t = usePhrases(uiPhrases)
  return <CloseCircleFilled role="img" aria-hidden={false} aria-label={t('clear')} />
}

/** For `allowClear` of a Select, whose button otherwise has an English name. */
export function useSelectClear() {
  const t = usePhrases(uiPhrases)
  return { clearIcon: <CloseCircleFilled />, label: t('clear') }
}
