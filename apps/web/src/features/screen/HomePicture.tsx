import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, CardSkeleton, ErrorNote } from '../../ui/index.ts'
import { useScreen } from './api.ts'
import { screenPhrases } from './phrases.ts'
import { ScreenPicture } from './ScreenPicture.tsx'

/** Maximum number of parties in the picture. Parties in a run come first. */
const SHOWN = 6

/** A small picture of the federation, with a link to the dashboard. */
export function HomePicture() {
  const t = usePhrases(screenPhrases)
  const { data, error, refetch } = useScreen()
  return (
    <section className="t-section" aria-label={t('home.title')}>
      <header className="t-plain-links">
        <h2>{t('home.title')}</h2>
        <AppLink to={paths.screen()}>{t('home.open')}</AppLink>
      </header>
      {data ? (
        <ScreenPicture screen={data} most={SHOWN} />
      ) : error ? (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      ) : (
        <CardSkeleton height={220} />
      )}
    </section>
  )
}
