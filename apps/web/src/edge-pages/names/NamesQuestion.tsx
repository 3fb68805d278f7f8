import { type ContentType, MIN_ROWS_NAMED, type PartyNames, ROWS_ROUNDED_TO, wordsOf } from '@tessera/contract'
import { Checkbox } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { Asking } from '../confirm/Asking.tsx'
import { namesPhrases } from './phrases.ts'
import { Words } from './Words.tsx'

/** Lists every name that will be disclosed, and in which way. */
export function NamesQuestion({ names, contentType }: { names: PartyNames; contentType: ContentType }) {
  const t = usePhrases(namesPhrases)
  const rows = useRowsWords(contentType)
  const isWordless = wordsOf(names).length === 0
  const hasSizes = names.label?.counts?.some(({ boxSide }) => boxSide !== undefined)
  const isCounted = Boolean(names.label?.counts?.length)
  const [isShown, setShown] = useState(names.ownTable)
  return (
    <Asking
      title={t('names.heading')}
      confirmText={t(isWordless ? 'names.confirm' : 'names.submit')}
      given={isShown === undefined ? {} : { ownTable: isShown }}
    >
      {isWordless ? (
        <p>{t('names.none')}</p>
      ) : (
        <>
          <p>
            <strong>{t('names.leave')}</strong> {t('names.leave.only')}{' '}
            {t(isCounted ? 'names.leave.counts' : 'names.leave.uncounted', { rows: rows.many, step: ROWS_ROUNDED_TO })}
            {hasSizes && ` ${t('names.leave.sizes')}`}
          </p>
          <Words names={names} rows={rows} />
          <p className="t-soft">{t('names.other', { rows: rows.count(MIN_ROWS_NAMED), many: rows.many })}</p>
        </>
      )}
      {isShown !== undefined && <OwnTableChoice isShown={isShown} onChange={setShown} />}
    </Asking>
  )
}

/**
 * Lets the member decide whether the other parties see a separate table of this party's rows. By default they do not.
 */
function OwnTableChoice({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  const t = usePhrases(namesPhrases)
  const id = useId()
  return (
    <div>
      <Checkbox checked={isShown} aria-describedby={id} onChange={({ target }) => onChange(target.checked)}>
        {t('names.own')}
      </Checkbox>
      <p id={id} className="t-soft">
        {t('names.own.help')}
      </p>
    </div>
  )
}
