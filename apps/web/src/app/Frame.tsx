import { MenuOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useFreshSession } from '../features/account/index.ts'
import { UploadDialogs } from '../features/dataset/UploadDialogs.tsx'
import { FeedbackButton } from '../features/feedback/index.ts'
import { NotificationBell } from '../features/notification/index.ts'
import { InvitePopover, PartySwitch } from '../features/party/index.ts'
import { SearchButton, SearchDialog } from '../features/search/index.ts'
import { usePhrases } from '../lib/i18n.ts'
import { usePathname } from '../lib/navigation.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { EdgeHealthMark } from '../ui/EdgeHealthMark.tsx'
import { Mark } from '../ui/Mark.tsx'
import { LanguageSwitch, ThemeSwitch } from '../ui/Switches.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { ActivityList } from './ActivityList.tsx'
import { appPhrases } from './phrases.ts'
import { useRestoredFocus } from './restored-focus.ts'
import { Sidebar } from './Sidebar.tsx'

/** The layout of the console: header, sidebar and page content. */
export function Frame({ children }: { children: ReactNode }) {
  const t = usePhrases(appPhrases)
  const content = useRef<HTMLElement>(null)
  const { party } = useSession()
  const [isSearching, setSearching] = useState(false)
  const search = useCallback(() => setSearching(true), [])
  useFocusOnNewPage(content)
  useRestoredFocus(content)
  useFreshSession()
  return (
    <div className="t-frame">
      <a href="#content" className="t-skip">
        {t('skipToContent')}
      </a>
      <header className="t-bar">
        <NarrowMenu onSearch={search} />
        <AppLink to={paths.home()} className="t-brand" label="Tessera">
          <Mark />
          <span className="t-wide-only">Tessera</span>
        </AppLink>
        <span className="t-bar-gap" />
        <span className="t-wide-only">
          <SearchButton onOpen={search} />
        </span>
        <PartySwitch />
        {party && <EdgeHealthMark party={party} />}
        <InvitePopover />
        <ActivityList />
        <NotificationBell />
        <span className="t-wide-only">
          <FeedbackButton />
          <ThemeSwitch />
          <LanguageSwitch />
        </span>
        <AccountMenu />
      </header>
      <SearchDialog open={isSearching} onOpen={search} onClose={() => setSearching(false)} />
      <UploadDialogs />
      <Sidebar />
      <main className="t-main" id="content" ref={content} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/**
 * When another page opens, moves the focus to its content, so that keyboards and screen readers continue there and not
 * at the link that led to it.
 */
function useFocusOnNewPage(content: RefObject<HTMLElement | null>) {
  const pathname = usePathname()
  const known = useRef(pathname)
  useEffect(() => {
    if (known.current === pathname) return
    known.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}

/** The menu for widths up to 900 px. It holds the sidebar and the header entries that do not fit. */
function NarrowMenu({ onSearch }: { onSearch: () => void }) {
  const t = usePhrases(appPhrases)
  const pathname = usePathname()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the menu
  useEffect(() => setOpen(false), [pathname])
  return (
    <span className="t-narrow-only">
      <Button type="text" icon={<MenuOutlined />} aria-label={t('menu')} onClick={() => setOpen(true)} />
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        placement="left"
        size={280}
        title="Tessera"
        extra={
          <>
            <SearchButton
              onOpen={() => {
                setOpen(false)
                onSearch()
              }}
            />
            <FeedbackButton />
            <ThemeSwitch />
            <LanguageSwitch />
          </>
        }
      >
        <Sidebar inDrawer />
      </Drawer>
    </span>
  )
}
