import { Tag } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import type { ClassLook } from './class-look.ts'

interface Props {
  labels: string[]
  classes: [name: string, count: number][]
  looks?: ReadonlyMap<string, ClassLook>
}

/** The labels of a picture, or the classes of its boxes with their counts. */
export function PictureLabels({ labels, classes, looks }: Props) {
  const t = usePhrases(kindPhrases)
  if (labels.length === 0 && classes.length === 0) return <span className="t-soft">{t('picture.unlabelled')}</span>
  return (
    <>
      {[...new Set(labels)].map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
      {classes.map(([name, count]) => (
        <Tag key={name}>
          {looks && <Line look={looks.get(name)} />}
          {t('picture.class', { name, count })}
        </Tag>
      ))}
    </>
  )
}

/** A sample of the line style with which a class's boxes are drawn. */
function Line({ look }: { look: ClassLook | undefined }) {
  return (
    <svg
      width={28}
      height={8}
      aria-hidden="true"
      style={{ marginInlineEnd: 6, background: '#333', borderRadius: 2, verticalAlign: 'middle' }}
    >
      <line x1={2} x2={26} y1={4} y2={4} stroke={look?.colour} strokeDasharray={look?.dash} strokeWidth={2} />
    </svg>
  )
}
