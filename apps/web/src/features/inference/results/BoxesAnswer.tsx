import { type BoxesOutput, classCounts, SHOWN_SCORE } from '@tessera/contract'
import { Checkbox, Slider } from 'antd'
import { useState } from 'react'
import { BoxedImage } from '../../../kinds/pictures/BoxedImage.tsx'
import { type ClassLook, classLooks } from '../../../kinds/pictures/class-look.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useObjectUrl } from '../../../ui/use-object-url.ts'
import type { AnswerSource } from '../answer-source.ts'
import { keptPictureOf } from '../collections/picture-row.ts'
import { phrases } from '../phrases.ts'
import { type Boxed, type BoxMark, type MarkKind, marksOf, thirdsOf, truthOf } from './box-marks.ts'

interface Props {
  prediction: Boxed
  output: BoxesOutput
  source: Pick<AnswerSource, 'datasets'>
  /** The file that the user chose. If absent, the picture is the party's own data or no longer available. */
  file?: File | undefined
}

/** How a box is drawn for each verdict. Verdicts differ by colour, line style and the word on the box. */
const LOOKS: Record<Exclude<MarkKind, 'predicted'>, ClassLook> = {
  found: { colour: '#b2ff59', dash: 'none' },
  alarm: { colour: '#ff6e6e', dash: '2 3' },
  missed: { colour: '#ffffff', dash: '8 4' },
}

/** A picture with the predicted boxes, filtered by class and minimum score, and the same boxes as a text list. */
export function BoxesAnswer({ prediction, output, source, file }: Props) {
  const t = usePhrases(phrases)
  const [score, setScore] = useState<number>(Math.max(SHOWN_SCORE, output.least))
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const url = useAddress(prediction, source, file)
  const all = marksOf(prediction, output, score)
  const marks = all.filter((mark) => !hidden.has(mark.class))
  const looks = classLooks(output.classes)
  const hasTruth = truthOf(prediction, output) !== undefined
  const drawn = marks.map((mark) => ({
    ...mark,
    text: t(`boxes.mark.${mark.kind}`, { name: mark.class, score: scoreText(mark) }),
    look: lookOf(mark, looks),
  }))
  const name = String(prediction.data.name ?? '')
  return (
    <section aria-label={t('boxes.title')} className="t-stack t-stack-tight">
      <h3>{t('boxes.title')}</h3>
      {url ? (
        <BoxedImage url={url} alt={t('boxes.alt', { name, count: marks.length })} boxes={drawn} />
      ) : (
        <p className="t-soft">{t('boxes.gone', { name })}</p>
      )}
      {hasTruth && <p className="t-soft">{t('boxes.legend')}</p>}
      <Threshold least={output.least} score={score} onChange={setScore} />
      <Classes classes={output.classes} marks={all} hidden={hidden} onChange={setHidden} />
      <MarkList marks={marks} />
    </section>
  )
}

function useAddress(
  prediction: Boxed,
  { datasets }: Pick<AnswerSource, 'datasets'>,
  file: File | undefined,
): string | null {
  const chosen = useObjectUrl(file ?? null)
  const stored = keptPictureOf(prediction)
  return chosen ?? (stored && datasets ? datasets.pictureUrl(stored.path, stored.token) : null)
}

/**
 * Returns how a box is drawn. If the true boxes are known, the colour shows correct and wrong; the text on the box
 * names the class.
 */
const lookOf = ({ kind, class: name }: BoxMark, looks: ReadonlyMap<string, ClassLook>): ClassLook | undefined =>
  kind === 'predicted' ? looks.get(name) : LOOKS[kind]

const scoreText = ({ score }: BoxMark) => score?.toFixed(2) ?? ''

const STEP = 0.01

function Threshold({ least, score, onChange }: { least: number; score: number; onChange: (score: number) => void }) {
  const t = usePhrases(phrases)
  return (
    <div>
      <div className="t-row">
        <span>{t('boxes.threshold')}</span>
        <strong className="t-num">{score.toFixed(2)}</strong>
      </div>
      <Slider
        min={least}
        max={1}
        step={STEP}
        value={score}
        onChange={onChange}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('boxes.threshold')}
      />
    </div>
  )
}

interface ClassesProps {
  classes: string[]
  marks: BoxMark[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** Selects which classes are shown, each with its number of boxes. */
function Classes({ classes, marks, hidden, onChange }: ClassesProps) {
  const t = usePhrases(phrases)
  const counts = new Map(classCounts(marks))
  return (
    <Checkbox.Group
      aria-label={t('boxes.classes')}
      role="group"
      value={classes.filter((name) => !hidden.has(name))}
      onChange={(shown) => onChange(new Set(classes.filter((name) => !shown.includes(name))))}
      options={classes.map((name) => ({
        value: name,
        label: t('boxes.class', { name, count: counts.get(name) ?? 0 }),
      }))}
    />
  )
}

const wholePercent = (share: number) => `${Math.round(share * 100)}%`

/** The boxes as text, for readers who cannot see the picture. */
function MarkList({ marks }: { marks: BoxMark[] }) {
  const t = usePhrases(phrases)
  if (marks.length === 0) return <p role="status">{t('boxes.none')}</p>
  return (
    <ul aria-label={t('boxes.list')} style={{ paddingInlineStart: 20 }}>
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other key
        <li key={at}>
          {t('boxes.item', {
            mark: t(`boxes.mark.${mark.kind}`, { name: mark.class, score: scoreText(mark) }),
            spot: t(`why.spot.${thirdsOf(mark)}`),
            width: wholePercent(mark.w),
            height: wholePercent(mark.h),
          })}
        </li>
      ))}
    </ul>
  )
}

/** The numbers of found, missed and false boxes, if the true boxes are known. */
export function BoxCounts({ prediction, output }: Omit<Props, 'source' | 'file'>) {
  const t = usePhrases(phrases)
  const marks = marksOf(prediction, output)
  const count = (kind: BoxMark['kind']) => marks.filter((mark) => mark.kind === kind).length
  const counts = { found: count('found'), missed: count('missed'), alarms: count('alarm') }
  return truthOf(prediction, output) && t('boxes.counts', counts)
}
