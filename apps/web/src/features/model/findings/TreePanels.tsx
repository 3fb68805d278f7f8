import { type ModelCard, positiveClassOf, type TreeFindings, type TreeNode } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { formatPercent, formatSignificant } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Panel } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'
import { cutText } from './column-curves.ts'

/** Number of columns that are listed at first. A button lists the others. */
const FIRST = 10

/** The importance of the columns in the trees, and one tree to inspect. */
export function TreePanels({ card }: { card: ModelCard }) {
  const t = usePhrases(phrases)
  if (!card.trees) return null
  return (
    <>
      <Panel title={t('trees.importance')}>
        {card.trees.mixed && <p>{t('trees.mixed')}</p>}
        <Importance lines={card.trees.importance} />
      </Panel>
      <Panel title={t('trees.drawn')}>
        <Drawn trees={card.trees} card={card} />
      </Panel>
    </>
  )
}

function Importance({ lines }: { lines: TreeFindings['importance'] }) {
  const t = usePhrases(phrases)
  const [isWhole, setWhole] = useState(false)
  const used = lines.filter(({ share }) => share > 0)
  const most = used[0]?.share ?? 1
  if (used.length === 0) return <p>{t('trees.importance.none')}</p>
  return (
    <div className="t-stack">
      <p className="t-soft">{t('trees.importance.note')}</p>
      <table className={`t-table ${styles.importance}`} aria-label={t('trees.importance')}>
        <thead>
          <tr>
            <th scope="col">{t('coefficients.column')}</th>
            <th scope="col">{t('trees.importance.share')}</th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? used : used.slice(0, FIRST)).map(({ column, share }) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td>
                <span className={styles.bar} style={{ inlineSize: `${(share / most) * 70}%` }} aria-hidden="true" />
                <span className="t-num">{formatPercent(share)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {used.length > FIRST && !isWhole && (
        <Button className={styles.more} onClick={() => setWhole(true)}>
          {t('trees.importance.all', { count: used.length })}
        </Button>
      )}
      {used.length < lines.length && (
        <p className="t-soft">{t('trees.importance.unused', { count: lines.length - used.length })}</p>
      )}
    </div>
  )
}

function Drawn({ trees, card }: { trees: TreeFindings; card: ModelCard }) {
  const t = usePhrases(phrases)
  const { output } = card
  const classes = output.kind === 'classes' ? output.classes : []
  const name = positiveClassOf(classes) ?? String(classes[0] ?? '')
  const meaning = `${trees.average ? 'average' : 'moves'}.${trees.scale === 'unit' ? 'unit' : 'class'}` as const
  const rounded = (value: number) => (trees.scale === 'chance' ? formatPercent(value) : signed(value, trees.average))
  return (
    <div className="t-stack">
      <p>{t(`trees.drawn.${meaning}`, { count: trees.count, name, label: card.label })}</p>
      <ScrollX>
        <ul className={styles.tree}>
          <Branch nodes={trees.drawn} at={0} rounded={rounded} />
        </ul>
      </ScrollX>
      {trees.drawn.some(({ value }) => value === null) && <p className="t-soft">{t('trees.drawn.hidden')}</p>}
    </div>
  )
}

const signed = (value: number, isAnswer: boolean) => `${value > 0 && !isAnswer ? '+' : ''}${formatSignificant(value)}`

interface BranchProps {
  nodes: TreeNode[]
  at: number
  /** The branch that leads from the parent node to this node. */
  way?: string
  rounded: (value: number) => string
}

function Branch({ nodes, at, way, rounded }: BranchProps) {
  const t = usePhrases(phrases)
  const node = nodes.find((one) => one.node === at)
  if (!node) return null
  const questionOf = () => {
    if (node.column === undefined) return null
    if (node.category !== undefined) {
      const category = node.category || t(`coefficients.${node.rest ?? 'other'}`)
      return t('trees.question.category', { column: node.column, category })
    }
    if (node.cut === null || node.cut === undefined) return t('trees.question.known', { column: node.column })
    return t('trees.question.number', { column: node.column, cut: cutText(node.cut) })
  }
  const question = questionOf()
  return (
    <li>
      <div className={styles.node}>
        {way && <span className={styles.way}>{way}</span>}
        {question && <strong>{question}</strong>}
        <span className="t-num">{node.value === null ? '–' : rounded(node.value)}</span>
        <span className="t-soft">{t('trees.rows', { count: node.rows })}</span>
      </div>
      {question && (
        <ul>
          <Branch nodes={nodes} at={2 * at + 1} way={t('trees.yes')} rounded={rounded} />
          <Branch nodes={nodes} at={2 * at + 2} way={t('trees.no')} rounded={rounded} />
        </ul>
      )}
    </li>
  )
}
