import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement, type ReactElement } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** Returns the `itemRender` of a pagination that names its arrow buttons, which otherwise contain only an icon. */
export function usePageNames(): NonNullable<PaginationProps['itemRender']> {
  const t = usePhrases(uiPhrases)
  return (_page, type, element) => {
    if ((type !== 'prev' && type !== 'next') || !isValidElement(element)) return element
    return cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t(type) })
  }
}
