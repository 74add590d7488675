import { useId } from 'react'
import { SANDBOX_BANNER } from '#contract/constants.ts'

/**
 * The practice words across the whole face of a receipt, behind its text: a photograph of any part of it shows them. The
 * same words are on the page as text, for everyone who does not see this.
 */
export function PracticeFace() {
  const id = useId()
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 -z-10 size-full text-wait">
      <defs>
        <pattern id={id} width="330" height="76" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
          <g fill="currentColor" fillOpacity="0.2" fontSize="17" fontWeight="700">
            <text y="26">{SANDBOX_BANNER}</text>
            <text x="-165" y="64">
              {SANDBOX_BANNER}
            </text>
            <text x="165" y="64">
              {SANDBOX_BANNER}
            </text>
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
