import { Button } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { CopyButton, ErrorNote } from '../../../ui/index.ts'
import { useCreateInvite } from '../api.ts'
import { partyPhrases } from '../phrases.ts'

/** Creates an invite code for one colleague and explains what it grants. */
export function Invite({ partyName }: { partyName: string }) {
  const t = usePhrases(partyPhrases)
  const invite = useCreateInvite()
  return (
    <div className="t-stack t-invite">
      <p>{t('inviteIntro', { party: partyName })}</p>
      <ErrorNote error={invite.error} />
      {invite.data && (
        <>
          <output className="t-invite-code">{invite.data.replace(/(\d{4})(?=\d)/, '$1 ')}</output>
          <div className="t-row">
            <CopyButton text={invite.data} label={t('copyCode')} />
            <CopyButton text={`${location.origin}${paths.bindJoin({ code: invite.data })}`} label={t('copyLink')} />
          </div>
        </>
      )}
      <div>
        <Button type={invite.data ? 'default' : 'primary'} loading={invite.isPending} onClick={() => invite.mutate()}>
          {t(invite.data ? 'inviteAgain' : 'inviteMake')}
        </Button>
      </div>
    </div>
  )
}
