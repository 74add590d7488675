import { DEFAULT_BRAND } from '#contract/constants.ts'
import { WORDMARK_LINES } from '#contract/wordmark.ts'

/** The drawn name of the product. An installation's own name is set in the heading font. */
export function Wordmark({ brand, height = 20 }: { brand: string; height?: number }) {
  if (brand !== DEFAULT_BRAND) return <span className="diamond font-head text-h2 font-semibold">{brand}</span>
  return (
    <svg viewBox="0 0 192 68" role="img" aria-label={brand} height={height} className="block shrink-0">
      <path d={WORDMARK_LINES} fill="none" stroke="currentColor" strokeWidth="11" strokeLinecap="round" />
      <circle cx="23" cy="17" r="8" fill="var(--accent)" />
    </svg>
  )
}
