import { DEPARTMENT_NAME_MAX, fail } from '@tessera/contract'

/** Number of characters of one level in a department's code. */
const STEP = 3
const DEPTH_MAX = 6
const CHILDREN_MAX = 99

export function checkDepartmentName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > DEPARTMENT_NAME_MAX)
    fail('party.department-name', { limit: DEPARTMENT_NAME_MAX })
  return name
}

/** Returns a new child's code: the parent's code, followed by the first free of A01 to A99. */
export function nextChildCode(parentCode: string, taken: string[]): string {
  if (parentCode.length / STEP >= DEPTH_MAX) fail('party.department-full')
  for (let n = 1; n <= CHILDREN_MAX; n++) {
    const code = `${parentCode}A${String(n).padStart(2, '0')}`
    if (!taken.includes(code)) return code
  }
  return fail('party.department-full')
}
