import type { TaskCard as Card } from '@tessera/contract'
import { Avatar } from 'antd'
import { pictureUrl } from '../../../lib/files.ts'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { LinkCard, PartyTile, StatusTag } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { statusTones, statusWord } from '../status-tones.ts'

/** Returns the address of a task in a list. Inference tasks have their own page. */
export function taskPath(card: Pick<Card, 'id' | 'type' | 'role' | 'modelId'>): string {
  if (card.type === 'inference') {
    return paths.inference({ id: card.id, ...(card.modelId ? { modelId: card.modelId } : {}) })
  }
  return paths.task(card.id, card.role ? { role: card.role === 'initiator' ? 'guest' : 'host' } : {})
}

/** A card for one task in a list, with a link to the task. */
export function TaskCard({ card }: { card: Card }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const rows = useRowsWords(card.contentType)
  const picture = pictureUrl(card.avatar)
  return (
    <LinkCard
      to={taskPath(card)}
      title={card.name}
      icon={
        picture ? (
          <Avatar shape="square" src={picture} alt="" />
        ) : (
          <PartyTile partyId={card.partyId} name={card.partyName} />
        )
      }
      tag={
        card.type === 'inference' || !card.status ? (
          <StatusTag tone="neutral" text={t('type.inference')} />
        ) : (
          <StatusTag
            tone={statusTones[card.status]}
            text={t(statusWord({ status: card.status, phase: card.phase }), { party: card.partyName })}
          />
        )
      }
      footer={
        <>
          <span>{card.partyName}</span>
          {card.type === 'train' && <span>{t('card.parties', { count: card.partyCount })}</span>}
          {card.rowCount > 0 && <span>{rows.count(card.rowCount)}</span>}
          {card.role && <span>{t(`role.${card.role}`)}</span>}
          <span>{format.date(card.createTime)}</span>
        </>
      }
    >
      {card.description || t('card.noDescription')}
    </LinkCard>
  )
}
