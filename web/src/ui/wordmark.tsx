import { DEFAULT_BRAND } from '#contract/constants.ts'

/** The drawn name of the product. An installation's own name is set in the heading font. */
export function Wordmark({ brand, height = 20 }: { brand: string; height?: number }) {
  if (brand !== DEFAULT_BRAND) return <span className="diamond font-head text-h2 font-semibold">{brand}</span>
  return (
    <svg viewBox="0 0 192 68" role="img" aria-label={brand} height={height} className="block shrink-0">
      <g fill="none" stroke="currentColor" strokeWidth="11" strokeLinecap="round">
        <path d="M46 9v33a17 17 0 0 1-34 0" />
        <circle cx="86" cy="42" r="17" />
        <path d="M103 25v34M125 59V25M125 42a17 17 0 0 1 15-17" />
        <circle cx="167" cy="42" r="17" />
        <path d="M184 25v34" />
      </g>
      <circle cx="23" cy="17" r="8" fill="var(--accent)" />
    </svg>
  )
}
