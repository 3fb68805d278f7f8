import { useQuery } from '@tanstack/react-query'
import type { Explanation, PicturesInput } from '@tessera/contract'
import { Skeleton } from 'antd'
import type { CSSProperties } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { useObjectUrl } from '../../../ui/use-object-url.ts'
import type { AnswerSource } from '../answer-source.ts'
import { keptPictureQuery, whyPictureQuery } from '../api.ts'
import type { KeptPicture } from '../collections/picture-row.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { ForAndAgainst, inkOf } from './ForAndAgainst.tsx'

const THIRDS = 3

interface Props {
  source: AnswerSource
  input: PicturesInput
  file: File
}

/** A heat map of the picture. The mark of each part shows how much the prediction changes if that part is covered. */
export function WhyPicture({ source, input, file }: Props) {
  const t = usePhrases(phrases)
  const { data, error, refetch } = useQuery(whyPictureQuery(source, input, file))
  return (
    <section aria-label={t('why.title')} className="t-stack t-stack-tight">
      <h3>{t('why.title')}</h3>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data?.parts && <Parts explanation={data} parts={data.parts} file={file} />}
    </section>
  )
}

/** A heat map of a picture of the party's own data, of which the browser has only a thumbnail. */
export function WhyKeptPicture({ picture, ...props }: Omit<Props, 'file'> & { picture: KeptPicture }) {
  const { data: file, error, refetch } = useQuery(keptPictureQuery(props.source, picture))
  if (file) return <WhyPicture {...props} file={file} />
  return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Skeleton active />
}

interface PartsProps {
  explanation: Explanation
  parts: NonNullable<Explanation['parts']>
  file: File
}

function Parts({ explanation, parts: { across, effects }, file }: PartsProps) {
  const t = usePhrases(phrases)
  const address = useObjectUrl(file)
  const words = { class: explanation.class ?? '', against: explanation.against ?? '' }
  const largest = Math.max(...effects.map(Math.abs))
  const strongest = effects.indexOf(Math.max(...effects))
  const third = (place: number) => Math.floor((place * THIRDS) / across) as 0 | 1 | 2
  const spot = `why.spot.${third(Math.floor(strongest / across))}${third(strongest % across)}` as const
  return (
    <>
      <p className="t-soft">{t('why.method.covered')}</p>
      <div className={styles.covered}>
        {address && <img src={address} alt={file.name} />}
        <div aria-hidden="true" style={{ '--across': across } as CSSProperties}>
          {effects.map((effect, part) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a picture keep their order.
            <span key={part} className={effect < 0 ? styles.against : styles.for} style={inkOf(effect, largest)} />
          ))}
        </div>
      </div>
      <ForAndAgainst {...words} />
      <p>{t('why.spot', { spot: t(spot), class: words.class })}</p>
    </>
  )
}
