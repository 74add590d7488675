import { useId } from 'react'
import { SANDBOX_BANNER } from '#contract/constants.ts'

/** What the face of a receipt needs beside the words: its own texts stand on paper, so the words end where a text begins. */
export const ON_PAPER = '[&_:is(p,dt,dd)]:bg-surface [&_:is(p,dt,dd)]:px-1'

/** The pattern repeats at this width, and the words are this long whatever font draws them: they never meet. */
const STEP = 350
const LENGTH = 322

/**
 * The practice words across the whole face of a receipt, around its text: a photograph of any part of it shows them. The
 * same words are on the page as text, for everyone who does not see this.
 */
export function PracticeFace() {
  const id = useId()
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 -z-10 size-full text-wait">
      <defs>
        <pattern id={id} width={STEP} height="76" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
          <g fill="currentColor" fillOpacity="0.3" fontSize="17" fontWeight="700">
            {[
              [0, 26],
              [-STEP / 2, 64],
              [STEP / 2, 64],
            ].map(([x, y]) => (
              <text key={x} x={x} y={y} textLength={LENGTH} lengthAdjust="spacingAndGlyphs">
                {SANDBOX_BANNER}
              </text>
            ))}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
