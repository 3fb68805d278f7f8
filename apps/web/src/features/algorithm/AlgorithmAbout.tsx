import type { Algorithm } from '@tessera/contract'
import { useKindText } from '../../kinds/use-kind-text.ts'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { CopyButton, Facts } from '../../ui/index.ts'
import { otherNameOf, targetKeysOf } from './names.ts'
import { phrases } from './phrases.ts'

/** The description of an algorithm, followed by its facts, which include the hash of its code. */
export function AlgorithmAbout({ algorithm }: { algorithm: Algorithm }) {
  const t = usePhrases(phrases)
  const textOf = useKindText()
  const format = useFormat()
  const [language] = useLanguage()
  return (
    <div className="t-stack">
      <AlgorithmTexts algorithm={algorithm} />
      <Facts
        items={[
          {
            term: t('detail.otherName'),
            value: <span lang={language === 'en' ? 'zh-CN' : 'en'}>{otherNameOf(algorithm, language)}</span>,
          },
          { term: t('detail.kind'), value: t(`kind.${algorithm.kind}`) },
          {
            term: t('detail.fits'),
            value: targetKeysOf(algorithm)
              .map((target) => t(target))
              .join(' · '),
          },
          {
            term: t('detail.content'),
            value: algorithm.contentTypes.map((kind) => textOf(kind, 'inAlgorithms')).join(' · '),
          },
          { term: t('detail.added'), value: format.date(algorithm.createTime) },
        ]}
      />
      {algorithm.codeHash && (
        <div>
          <div className="t-soft" style={{ fontSize: 13 }}>
            {t('detail.code')}
          </div>
          <div className="t-row">
            <code className="t-mono">{algorithm.codeHash}</code>
            <CopyButton text={algorithm.codeHash} />
          </div>
          <p className="t-soft">{t('detail.code.help')}</p>
        </div>
      )}
    </div>
  )
}

/** The algorithm's own introduction and description. */
export function AlgorithmTexts({ algorithm }: { algorithm: Algorithm }) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  const texts = [
    ['detail.introduction', algorithm.introduction],
    ['detail.description', algorithm.description],
    ['detail.remark', algorithm.remark],
  ] as const
  return (
    <div className="t-stack">
      {texts.map(([key, text]) => (
        <div key={key} style={{ maxWidth: '80ch' }}>
          <h3 className="t-soft" style={{ fontSize: 13, fontWeight: 400 }}>
            {t(key)}
          </h3>
          {asText(text[language]) || <span className="t-soft">{t('detail.none')}</span>}
        </div>
      ))}
    </div>
  )
}

/** Older servers store images in these fields. Images are not shown as text. */
const asText = (text: string) => (text.startsWith('data:') ? '' : text)
