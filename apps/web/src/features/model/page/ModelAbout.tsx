import type { Model } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'

/** The texts that the model's owner wrote. */
export function ModelAbout({ model }: { model: Model }) {
  const t = usePhrases(phrases)
  return (
    <div className={`t-stack ${styles.texts}`}>
      {(['description', 'instruction', 'application'] as const).map((field) => (
        <div key={field}>
          <h3>{t(`detail.${field}`)}</h3>
          <p className={styles.text}>{model[field] || <span className="t-soft">{t('detail.none')}</span>}</p>
        </div>
      ))}
    </div>
  )
}
