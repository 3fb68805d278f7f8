/** Placeholders for cards that are loading, each with the height of a card. */
export function CardSkeleton({ count = 1, height = 148 }: { count?: number; height?: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal
    <div key={index} className="t-card t-skeleton" style={{ height }} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  ))
}
