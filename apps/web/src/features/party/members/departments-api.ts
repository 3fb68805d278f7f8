import { useQueryClient } from '@tanstack/react-query'
import { AddDepartment, RemoveDepartment, RenameDepartment, SetDepartment } from '@tessera/contract/wire'
import { call } from '../../../lib/api.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { getSession, sessionActions } from '../../../lib/session.ts'

/**
 * Returns the mutation that moves a member to a department. Without `userId`, it moves the user; members can do this
 * once.
 */
export function useSetDepartment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ orgCode, userId }: { orgCode: string; userId?: string }) => {
      await call(SetDepartment, { orgCode, userId })
      const { user, role } = getSession()
      const isSelf = userId === undefined || userId === user?.id
      if (isSelf && role) sessionActions.setRole(role, orgCode)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['members'] }),
  })
}

export function useDepartmentMutations({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: ['departments'] })
    onDone()
  }
  return {
    add: useMutation({
      mutationFn: (department: { parentCode: string; name: string }) => call(AddDepartment, department),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: (department: { orgCode: string; name: string }) => call(RenameDepartment, department),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (orgCode: string) => call(RemoveDepartment, { orgCode }), onSuccess }),
  }
}
