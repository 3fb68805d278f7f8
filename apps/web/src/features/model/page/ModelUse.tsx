import type { ModelDetail } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'

/** How often the model was used, by which parties and when last. */
export function ModelUse({ detail }: { detail: ModelDetail }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const { useCount, downloadCount, lastUseTime, users, model } = detail
  return (
    <Facts
      items={[
        { term: t('use.count'), value: format.number(useCount) },
        { term: t('use.downloads'), value: model.isPublished ? format.number(downloadCount) : null },
        { term: t('use.last'), value: lastUseTime ? format.dateTime(lastUseTime) : t('use.never') },
        { term: t('use.users'), value: users.length ? format.list(users.map(({ name }) => name)) : null },
      ]}
    />
  )
}
