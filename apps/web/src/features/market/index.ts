export { useHasMarket } from './api.ts'
export { MarketButton } from './MarketButton.tsx'
