import type { Language } from '@tessera/contract'
import type { FormInstance } from 'antd'
import type { Rule } from 'antd/es/form'
import { useRef } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/i18n.ts'

/** The party's id, or its name in one language. */
type Field = 'id' | Language

const FIELD_OF: Record<string, Field> = {
  'party.id-taken': 'id',
  'party.name-taken': 'cn',
  'party.name-en-taken': 'en',
}

const placeOf = (field: Field) => (field === 'id' ? [field] : ['name', field])

/** Returns the field that an error concerns, or null if it concerns no single field. */
export function duplicateField(error: unknown): Field | null {
  return error instanceof ApiError ? (FIELD_OF[error.code] ?? null) : null
}

/** Shows an "already in use" error at the field that it concerns, until the value of the field changes. */
export function useDuplicateError(form: FormInstance) {
  const say = useErrorText()
  const taken = useRef(new Map<Field, { value: string; error: unknown }>())
  const ruleFor = (field: Field): Rule => ({
    validator: (_rule, value?: string) => {
      const known = taken.current.get(field)
      const isTaken = known !== undefined && known.value === value?.trim()
      return isTaken ? Promise.reject(new Error(say(known.error))) : Promise.resolve()
    },
  })
  const tell = (error: unknown) => {
    const field = duplicateField(error)
    if (!field) return
    taken.current.set(field, { value: String(form.getFieldValue(placeOf(field)) ?? '').trim(), error })
    form.validateFields([placeOf(field)]).catch(() => null)
  }
  return { ruleFor, tell }
}

export type Taken = ReturnType<typeof useDuplicateError>
