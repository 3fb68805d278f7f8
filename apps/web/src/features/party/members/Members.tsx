import { useQuery } from '@tanstack/react-query'
import type { Member, Party } from '@tessera/contract'
import { Button } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { useSession } from '../../../lib/session.ts'
import { useListState } from '../../../lib/url-state.ts'
import { CardSkeleton, EmptyState, ErrorNote, Pager, SearchBox } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { departmentsQuery } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { namesOf } from './department-tree.ts'
import { MemberMenu } from './MemberMenu.tsx'
import { membersQuery } from './members-api.ts'
import { Person } from './Person.tsx'
import { RoleTag } from './RoleTag.tsx'

const PER_PAGE = 20

/** The members of the party. Each row offers the actions that the user is allowed. */
export function Members({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const { name, onSearch } = useListState()
  const members = useQuery(membersQuery(party.id))
  if (members.error) return <ErrorNote error={members.error} onRetry={() => void members.refetch()} />
  return (
    <>
      <div className="t-toolbar">
        <SearchBox value={name} label={t('members.search')} onSearch={onSearch} />
        {members.data && <span className="t-soft t-num">{t('members.count', { count: members.data.length })}</span>}
      </div>
      {members.data ? <Found party={party} members={members.data} /> : <CardSkeleton count={3} height={56} />}
    </>
  )
}

function Found({ party, members }: { party: Party; members: Member[] }) {
  const t = usePhrases(partyPhrases)
  const { name, pageNo, onClear, onPage } = useListState()
  const departments = useQuery(departmentsQuery(party.id))
  const names = namesOf(departments.data ?? [])
  const departmentOf = ({ orgCode }: Member) => names.get(orgCode) ?? ''
  const found = members.filter((member) =>
    [member.displayName, member.username, departmentOf(member)].some((text) =>
      text.toLowerCase().includes(name.toLowerCase()),
    ),
  )
  const isPast = useLastPage({ pageNo, pageSize: PER_PAGE, total: found.length }, onPage)
  if (found.length === 0) {
    return (
      <EmptyState
        title={t('members.none')}
        reason={t('members.noneReason', { name })}
        action={<Button onClick={onClear}>{t('members.clear')}</Button>}
      />
    )
  }
  if (isPast) return null
  return (
    <>
      <ScrollX className="party-table">
        <table className="t-table" aria-label={t('members')}>
          <thead>
            <tr>
              <th scope="col">{t('members.person')}</th>
              <th scope="col">{t('members.role')}</th>
              <th scope="col">{t('department')}</th>
              <th scope="col">{t('members.joined')}</th>
              <th scope="col">
                <span className="t-visually-hidden">{t('members.menu')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice((pageNo - 1) * PER_PAGE, pageNo * PER_PAGE).map((member) => (
              <Row key={member.userId} member={member} department={departmentOf(member)} />
            ))}
          </tbody>
        </table>
      </ScrollX>
      <Pager pageNo={pageNo} pageSize={PER_PAGE} total={found.length} onChange={(page) => onPage(page)} />
    </>
  )
}

function Row({ member, department }: { member: Member; department: string }) {
  const t = usePhrases(partyPhrases)
  const f = useFormat()
  const { user } = useSession()
  return (
    <tr>
      <th scope="row">
        <Person
          {...member}
          mark={member.userId === user?.id && <span className="t-soft">{`(${t('members.you')})`}</span>}
        />
      </th>
      <td>
        <RoleTag role={member.role} />
      </td>
      <td>{department}</td>
      <td className="t-num">{f.date(member.joinTime)}</td>
      <td className="party-actions">
        <MemberMenu member={member} />
      </td>
    </tr>
  )
}
