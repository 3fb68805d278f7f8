import { DeploymentUnitOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, PageHeader } from '../../ui/index.ts'
import { homePhrases } from './phrases.ts'

/** The landing page. `picture` is the mosaic, `market` the link to the smart market if there is one. */
export function Landing({ picture, market }: { picture: ReactNode; market: ReactNode }) {
  const t = usePhrases(homePhrases)
  return (
    <div className="t-landing">
      <PageHeader title={t('landing')} description={t('landingIntro')} />
      <div className="t-landing-offers">
        <article className="t-offer t-offer-main">
          <div>
            <h2>{t('offerTraining')}</h2>
            <p>{t('offerTrainingIntro')}</p>
            <AppLink to={paths.home()} className="t-offer-go">
              <DeploymentUnitOutlined />
              {t('offerTrainingGo')}
            </AppLink>
          </div>
          {picture}
        </article>
        {market}
      </div>
      <ol className="t-landing-steps" aria-label={t('landingSteps')}>
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>
            <h3>{t(`landingStep${step}`)}</h3>
            <p className="t-soft">{t(`landingStep${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The smart market's entry on the landing page. `go` opens it. */
export function MarketOffer({ go }: { go: ReactNode }) {
  const t = usePhrases(homePhrases)
  return (
    <article className="t-offer">
      <h2>{t('offerMarket')}</h2>
      <p className="t-soft">{t('offerMarketIntro')}</p>
      {go}
    </article>
  )
}
