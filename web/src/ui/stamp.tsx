import { useId } from 'react'

/**
 * A rubber stamp that marks a receipt as practice money. Decorative: the receipt says the same in words.
 */
export function Stamp() {
  const id = useId()
  return (
    <svg
      viewBox="0 0 120 120"
      width="88"
      height="88"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      className="stamp shrink-0 text-accent-text"
    >
      <circle cx="60" cy="60" r="57" strokeWidth="2.5" />
      <circle cx="60" cy="60" r="53" />
      <circle cx="60" cy="60" r="35" />
      <path id={id} d="M19.5 60a40.5 40.5 0 1 1 81 0 40.5 40.5 0 1 1-81 0" stroke="none" />
      <g fill="currentColor" stroke="none" className="font-head font-semibold">
        <text fontSize="12.5" textLength="248" lengthAdjust="spacingAndGlyphs">
          <textPath href={`#${id}`}>SANDBOX ◆ PRACTICE MONEY ◆ </textPath>
        </text>
        <text x="60" y="57" fontSize="15" textAnchor="middle">
          No real
        </text>
        <text x="60" y="73" fontSize="15" textAnchor="middle">
          value
        </text>
      </g>
    </svg>
  )
}
