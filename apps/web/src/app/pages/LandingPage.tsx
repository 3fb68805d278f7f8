import { ShopOutlined } from '@ant-design/icons'
import { Landing, MarketOffer } from '../../features/home/index.ts'
import { MarketButton, useHasMarket } from '../../features/market/index.ts'
import { Mosaic } from '../Mosaic.tsx'

export function LandingPage() {
  const hasMarket = useHasMarket()
  const market = (
    <MarketButton className="t-offer-go">
      {(label) => (
        <>
          <ShopOutlined />
          {label}
        </>
      )}
    </MarketButton>
  )
  return <Landing picture={<Mosaic />} market={hasMarket && <MarketOffer go={market} />} />
}
