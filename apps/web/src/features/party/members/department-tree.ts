import type { Department } from '@tessera/contract'

export interface TreeNode {
  value: string
  title: string
  children: TreeNode[]
}

/** Returns the departments as nodes of a tree select. */
export function toTree(departments: Department[]): TreeNode[] {
  return departments.map(({ orgCode, name, children }) => ({ value: orgCode, title: name, children: toTree(children) }))
}

/** Returns the names of all departments by code. */
export function namesOf(departments: Department[]): Map<string, string> {
  return new Map(departments.flatMap(({ orgCode, name, children }) => [[orgCode, name] as const, ...namesOf(children)]))
}
