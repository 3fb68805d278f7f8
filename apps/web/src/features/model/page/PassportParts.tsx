import type { ReactNode } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { CopyButton } from '../../../ui/index.ts'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <div className="t-soft" style={{ fontSize: 13 }}>
        {title}
      </div>
      {children}
    </div>
  )
}

export function Chips({ values }: { values: string[] }) {
  const t = usePhrases(phrases)
  if (values.length === 0) return <span className="t-soft">{t('passport.none')}</span>
  return (
    <span className={styles.chips}>
      {values.map((value) => (
        <span key={value} className="t-mono">
          {value}
        </span>
      ))}
    </span>
  )
}

export function Hash({ text }: { text: string }) {
  return (
    <span className={styles.hash}>
      <code className="t-mono">{text}</code>
      <CopyButton text={text} />
    </span>
  )
}
