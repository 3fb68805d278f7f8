import { type Language, type Output, phrase, RunFailure } from '@tessera/contract'
import type { ListMyActivity } from '@tessera/contract/wire'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'

type ActivityEntry = Output<typeof ListMyActivity>['records'][number]
export type Update = ActivityEntry & { action: (typeof ACTIONS)[number] }

const ACTIONS = [
  'create',
  'view',
  'join',
  'apply-join',
  'agree',
  'refuse',
  'invite-code-join',
  'exit',
  'upload-data',
  'submit',
  'use',
  'delete-data',
  'sign',
  'withdraw',
  'stop',
  'fail',
  'finish',
] as const

/** Returns the updates for which this console has a text, without views. A newer server may report others. */
export function newsOf(records: ActivityEntry[]): Update[] {
  return records.flatMap((record) => {
    const action = ACTIONS.find((known) => known === record.opType)
    return action && action !== 'view' ? [{ ...record, action }] : []
  })
}

/** Shows one update of a task as a sentence. */
export function UpdateText({ record: { action, content, createdBy } }: { record: Update }) {
  const t = usePhrases(taskPhrases)
  const [language] = useLanguage()
  const party = content.partyName
  const person = content.userName || createdBy
  return (
    <>
      <strong>{party && person ? t('update.who', { party, person }) : (party ?? person)}</strong>{' '}
      {action === 'fail' && !content.reason
        ? t('update.fail.noReason')
        : t(`update.${action}`, {
            host: content.hostPartyName ?? t('update.aParty'),
            reason: reasonOf(content.reason, language),
          })}
    </>
  )
}

/** Returns the reason for a failed run as text. */
function reasonOf(json: string | undefined, language: Language): string {
  if (!json) return ''
  const { code, params } = RunFailure.parse(JSON.parse(json))
  return phrase(language, code, params)
}
