/** The product's logo: four tiles of a mosaic. Screen readers ignore it, so put the product's name beside it. */
export function Mark({ size = 28, muted = false }: { size?: number; muted?: boolean }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className={muted ? 't-mark t-mark-muted' : 't-mark'}
      aria-hidden="true"
      focusable="false"
    >
      <path className="t-mark-a" d="M3 3h12v12H3z" />
      <path className="t-mark-b" d="M17 3h6a6 6 0 0 1 0 12h-6z" />
      <path className="t-mark-c" d="M9 17l6 6-6 6-6-6z" />
      <path className="t-mark-d" d="M17 29a12 12 0 0 1 12-12v12z" />
    </svg>
  )
}
