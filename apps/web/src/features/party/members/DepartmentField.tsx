import type { Department } from '@tessera/contract'
import { Form, TreeSelect } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { partyPhrases } from '../phrases.ts'
import { toTree } from './department-tree.ts'

/** Chooses one of the party's departments, in the form field `orgCode`. */
export function DepartmentField({ departments, size }: { departments: Department[]; size?: 'large' }) {
  const t = usePhrases(partyPhrases)
  return (
    <Form.Item name="orgCode" label={t('department')} rules={[{ required: true, message: t('departmentRequired') }]}>
      <TreeSelect
        size={size ?? 'middle'}
        treeData={toTree(departments)}
        treeDefaultExpandAll
        showSearch
        treeNodeFilterProp="title"
      />
    </Form.Item>
  )
}
