import type { ReactNode } from 'react'

/** Real things in one line weight: ink, and one accent. Beside words that say the same. */
export function Drawing({ ink, accent }: { ink: ReactNode; accent: ReactNode }) {
  return (
    <svg
      viewBox="0 0 96 80"
      width="96"
      height="80"
      aria-hidden="true"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g className="stroke-ink">{ink}</g>
      <g className="stroke-accent">{accent}</g>
    </svg>
  )
}

export function ReceiptDrawing() {
  return (
    <Drawing
      ink={
        <>
          <path d="M26 8h44v64l-5.5-4-5.5 4-5.5-4-5.5 4-5.5-4-5.5 4-5.5-4-5.5 4z" />
          <path d="M34 20h28M34 30h28M34 40h14" />
        </>
      }
      accent={<path d="M51 58V46l10 12V46M48 50h16M48 54h16" />}
    />
  )
}
