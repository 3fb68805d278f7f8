import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { useGoBack } from '../lib/navigation.ts'
import { useMenuEntry } from '../lib/place-in-menu.ts'
import { AppLink } from './AppLink.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  title: string
  /** The parent pages, outermost first. Without a history, the Back button leads to the last of them. */
  breadcrumb?: { title: string; to: string }[]
  /** Tags beside the title. */
  tags?: ReactNode
  /** A sentence below the title. */
  description?: ReactNode
  /** The page's primary action, on the right. */
  action?: ReactNode
}

/** The head of a page, which also sets the window's title. */
export function PageHeader({ title, breadcrumb = [], tags, description, action }: Props) {
  const t = usePhrases(uiPhrases)
  const goBack = useGoBack(breadcrumb.at(-1)?.to ?? '/')
  useMenuEntry(breadcrumb[0]?.to)
  useEffect(() => {
    document.title = title ? `${title} · Tessera` : 'Tessera'
  }, [title])

  return (
    <div className="t-page-header">
      {breadcrumb.length > 0 && (
        <nav className="t-breadcrumb" aria-label={t('breadcrumb')}>
          <Button type="text" size="small" icon={<ArrowLeftOutlined />} aria-label={t('back')} onClick={goBack} />
          <ol>
            {breadcrumb.map((step) => (
              <li key={step.to}>
                <AppLink to={step.to}>{step.title}</AppLink>
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <div className="t-page-title">
        <h1>{title}</h1>
        {tags}
        {action && <div className="t-page-action">{action}</div>}
      </div>
      {description && <p className="t-page-description">{description}</p>}
    </div>
  )
}
