import type { Outside } from '@tessera/contract'
import { Alert } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'
import { useOutsideText } from './use-outside-text.ts'

/** Warns, above the answer, that the training data contain hardly any similar rows. */
export function OutsideAlert({ outsides }: { outsides: Outside[] }) {
  const t = usePhrases(phrases)
  const textOf = useOutsideText()
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('outside.title')}
      description={
        <>
          <p>{t('outside.reason')}</p>
          <ul style={{ paddingInlineStart: 20 }}>
            {outsides.map((outside) => (
              <li key={outside.column}>
                <strong>{outside.column}</strong>: {textOf(outside)}
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}
