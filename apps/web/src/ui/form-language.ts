import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../lib/i18n.ts'

/** Shows a form's current validation messages in the new language after a switch. */
// biome-ignore lint/suspicious/noExplicitAny: accepts forms with any fields
export function useFollowLanguage(form: FormInstance<any>) {
  const [language] = useLanguage()
  const known = useRef(language)
  useEffect(() => {
    if (known.current === language) return
    known.current = language
    const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    if (wrong.length > 0) form.validateFields(wrong.map(({ name }) => name)).catch(() => null)
  }, [form, language])
}
