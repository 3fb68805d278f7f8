import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { Department, Member, Party } from '@tessera/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { CardSkeleton, ConfirmDialog, ErrorNote, StatusTag } from '../../../ui/index.ts'
import { departmentsQuery } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { ChooseDepartmentDialog } from './ChooseDepartmentDialog.tsx'
import { DepartmentNameDialog } from './DepartmentNameDialog.tsx'
import { useDepartmentMutations } from './departments-api.ts'
import { membersQuery } from './members-api.ts'
import { useOwnMember } from './use-own-member.ts'

interface Change {
  what: 'add' | 'rename' | 'remove'
  to: Department
}

/** The tree of the party's departments. Administrators edit it; members choose their own department. */
export function Departments({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const departments = useQuery(departmentsQuery(party.id))
  const members = useQuery(membersQuery(party.id))
  const [change, setChange] = useState<Change | null>(null)
  const mayEdit = party.abilities.edit
  if (departments.error) return <ErrorNote error={departments.error} onRetry={() => void departments.refetch()} />
  if (!departments.data) return <CardSkeleton count={3} height={48} />
  return (
    <>
      <p className="t-soft t-form-intro">{t(mayEdit ? 'departments.introAdmin' : 'departments.intro')}</p>
      <OwnDepartment />
      {departments.data.length === 0 && <p>{t('departmentNone')}</p>}
      <Branches departments={departments.data} members={members.data} mayEdit={mayEdit} isRoot onChange={setChange} />
      <ChangeDialogs change={change} onClose={() => setChange(null)} />
    </>
  )
}

/** Lets the user choose a department. Shown only while the user has none. */
function OwnDepartment() {
  const t = usePhrases(partyPhrases)
  const own = useOwnMember()
  const [isOpen, setOpen] = useState(false)
  if (!own?.abilities.setDepartment) return null
  return (
    <div className="t-toolbar">
      <Button onClick={() => setOpen(true)}>{t('department.chooseOwn')}</Button>
      <ChooseDepartmentDialog open={isOpen} member={own} onClose={() => setOpen(false)} />
    </div>
  )
}

interface BranchProps {
  departments: Department[]
  members: Member[] | undefined
  mayEdit: boolean
  isRoot?: boolean
  onChange: (change: Change) => void
}

function Branches({ departments, isRoot = false, ...shared }: BranchProps) {
  const t = usePhrases(partyPhrases)
  if (departments.length === 0) return null
  return (
    <ul className={isRoot ? 'party-tree' : undefined} {...(isRoot && { 'aria-label': t('departments') })}>
      {departments.map((department) => (
        <li key={department.orgCode}>
          <Branch department={department} isRoot={isRoot} {...shared} />
          <Branches departments={department.children} {...shared} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps extends Omit<BranchProps, 'departments'> {
  department: Department
}

function Branch({ department, members, mayEdit, isRoot = false, onChange }: RowProps) {
  const t = usePhrases(partyPhrases)
  const { user } = useSession()
  const { name } = department
  const here = members?.filter(({ orgCode }) => orgCode === department.orgCode)
  const button = (what: Change['what'], icon: ReactNode) => (
    <Button
      type="text"
      size="small"
      danger={what === 'remove'}
      icon={icon}
      aria-label={t(`departments.${what}Name`, { name })}
      title={t(`departments.${what}`)}
      onClick={() => onChange({ what, to: department })}
    />
  )
  return (
    <div className="party-branch">
      <span className="t-grow">
        <span>{name}</span>
        {here && <span className="t-soft t-num">{t('members.count', { count: here.length })}</span>}
        {here?.some(({ userId }) => userId === user?.id) && <StatusTag tone="success" text={t('departments.own')} />}
      </span>
      {mayEdit && (
        <span>
          {button('add', <PlusOutlined />)}
          {/* The root of the tree is the party itself, which cannot be renamed here. */}
          {!isRoot && button('rename', <EditOutlined />)}
          {!isRoot && button('remove', <DeleteOutlined />)}
        </span>
      )}
    </div>
  )
}

function ChangeDialogs({ change, onClose }: { change: Change | null; onClose: () => void }) {
  const t = usePhrases(partyPhrases)
  const { add, rename, remove } = useDepartmentMutations({ onDone: onClose })
  const close = () => {
    for (const mutation of [add, rename, remove]) mutation.reset()
    onClose()
  }
  const name = change?.to.name ?? ''
  const orgCode = change?.to.orgCode ?? ''
  return (
    <>
      <DepartmentNameDialog
        open={change?.what === 'add'}
        title={t('departments.addTitle', { name })}
        name=""
        confirmText={t('departments.add')}
        isPending={add.isPending}
        error={add.error}
        onSubmit={(chosen) => add.mutate({ parentCode: orgCode, name: chosen })}
        onClose={close}
      />
      <DepartmentNameDialog
        open={change?.what === 'rename'}
        title={t('departments.renameTitle', { name })}
        name={name}
        confirmText={t('save')}
        isPending={rename.isPending}
        error={rename.error}
        onSubmit={(chosen) => rename.mutate({ orgCode, name: chosen })}
        onClose={close}
      />
      <ConfirmDialog
        open={change?.what === 'remove'}
        title={t('departments.removeTitle', { name })}
        consequence={t('departments.removeConsequence')}
        confirmText={t('departments.remove')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(orgCode)}
        onCancel={close}
      />
    </>
  )
}
