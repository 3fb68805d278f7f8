import type { ContentType, ModelDetail } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { PartyTile } from '../../../ui/index.ts'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'

interface Props {
  contributors: ModelDetail['contributors']
  rowCount: number
  contentType: ContentType
}

/** The parties whose rows are in the model, and the number of rows. */
export function Contributors({ contributors, rowCount, contentType }: Props) {
  const t = usePhrases(phrases)
  const words = useRowsWords(contentType)
  const format = useFormat()
  return (
    <>
      <p className="t-soft" style={{ marginBottom: 12 }}>
        {t('contributors.total', { rows: words.count(rowCount), parties: contributors.length })}
      </p>
      <ul className={styles.contributors}>
        {contributors.map(({ partyId, name, rowCount: rows }) => {
          const share = rowCount > 0 ? rows / rowCount : 0
          return (
            <li key={partyId}>
              <PartyTile partyId={partyId} size={24} />
              <span>{name}</span>
              <span
                className="t-num"
                title={t('contributors.share', { share: format.percent(share), rows: words.many })}
              >
                {format.number(rows)}
              </span>
              <span className={styles.share} aria-hidden="true">
                <span style={{ width: `${share * 100}%` }} />
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
