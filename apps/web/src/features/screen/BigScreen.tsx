import { ArrowLeftOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { SCREEN_DAYS, type Screen } from '@tessera/contract'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { localeOf, useLanguage, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, CardSkeleton, ErrorNote, Mark } from '../../ui/index.ts'
import { LanguageSwitch } from '../../ui/Switches.tsx'
import { useScreen } from './api.ts'
import { Busiest } from './Busiest.tsx'
import { DaysChart } from './DaysChart.tsx'
import { screenPhrases } from './phrases.ts'
import { RunList } from './RunList.tsx'
import { ScreenPicture } from './ScreenPicture.tsx'
import './screen.css'
import type { ScreenWords } from './words.ts'

/**
 * A dashboard for a wall display. It is always dark, and its only controls start and end the full-screen mode and leave
 * the page.
 */
export function BigScreen({ figures, words }: { figures: ReactNode; words: ScreenWords }) {
  const { data, error, refetch, dataUpdatedAt, isError } = useScreen()
  const place = useRef<HTMLElement>(null)
  return (
    <main className="screen" data-theme="dark" ref={place}>
      <Head place={place} updatedAt={dataUpdatedAt} isStale={isError} />
      <div className="screen-main">
        {figures}
        {data ? (
          <Panels screen={data} words={words} />
        ) : error ? (
          <ErrorNote error={error} onRetry={() => void refetch()} />
        ) : (
          <CardSkeleton height={480} />
        )}
      </div>
    </main>
  )
}

function Panels({ screen, words }: { screen: Screen; words: ScreenWords }) {
  const t = usePhrases(screenPhrases)
  return (
    <div className="screen-grid">
      <section className="screen-picture">
        <ScreenPicture screen={screen} isFilling />
      </section>
      <section className="screen-panel screen-runs" aria-label={t('runs')}>
        <h2>{t('runs')}</h2>
        <RunList screen={screen} words={words} />
      </section>
      <section className="screen-panel screen-days" aria-label={t('days', { days: SCREEN_DAYS })}>
        <h2>{t('days', { days: SCREEN_DAYS })}</h2>
        <DaysChart screen={screen} words={words} />
      </section>
      <section className="screen-panel screen-busiest" aria-label={t('busiest')}>
        <h2>{t('busiest')}</h2>
        <Busiest algorithms={screen.algorithms} />
      </section>
    </div>
  )
}

interface HeadProps {
  place: React.RefObject<HTMLElement | null>
  updatedAt: number
  isStale: boolean
}

function Head({ place, updatedAt, isStale }: HeadProps) {
  const t = usePhrases(screenPhrases)
  const [language] = useLanguage()
  const time = new Date(updatedAt || Date.now()).toLocaleTimeString(localeOf(language))
  return (
    <header className="screen-head">
      <Mark size={32} />
      <h1>{t('title')}</h1>
      {/* Always rendered, so that its space is reserved. */}
      <p
        className={isStale ? 'screen-time screen-stale' : 'screen-time'}
        role="status"
        style={{ visibility: updatedAt > 0 ? 'visible' : 'hidden' }}
      >
        <span className="screen-dot" aria-hidden="true" />
        {t(isStale ? 'stale' : 'live', { time })}
      </p>
      <LanguageSwitch />
      <FullScreenButton place={place} />
      <AppLink to={paths.home()} className="screen-leave" label={t('leave')}>
        <ArrowLeftOutlined />
        <span className="screen-wide">{t('leave')}</span>
      </AppLink>
    </header>
  )
}

/** Hidden if the browser has no full-screen mode, as on some phones. */
function FullScreenButton({ place }: { place: HeadProps['place'] }) {
  const t = usePhrases(screenPhrases)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (!document.fullscreenEnabled) return null
  const toggle = () => void (isFull ? document.exitFullscreen() : place.current?.requestFullscreen())
  return (
    <Button
      type="text"
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={t(isFull ? 'leaveFull' : 'fullScreen')}
      onClick={toggle}
    >
      <span className="screen-wide">{t(isFull ? 'leaveFull' : 'fullScreen')}</span>
    </Button>
  )
}
