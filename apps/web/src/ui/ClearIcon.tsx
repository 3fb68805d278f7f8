import { CloseCircleFilled } from '@ant-design/icons'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** An icon for `allowClear={{ clearIcon }}` of an Input. The icon's text names the button, which has no other name. */
export function ClearIcon() {
  const t = usePhrases(uiPhrases)
  return <CloseCircleFilled role="img" aria-hidden={false} aria-label={t('clear')} />
}

/** Returns the props for `allowClear` of a Select, whose button would otherwise have an English name. */
export function useSelectClear() {
  const t = usePhrases(uiPhrases)
  return { clearIcon: <CloseCircleFilled />, label: t('clear') }
}
