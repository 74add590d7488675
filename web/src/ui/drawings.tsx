import type { ReactNode } from 'react'

/** Real things in one line weight: ink, and one accent. Beside words that say the same. */
function Drawing({ ink, accent }: { ink: ReactNode; accent: ReactNode }) {
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

export function SimDrawing() {
  return (
    <Drawing
      ink={
        <>
          <path d="M26 8h22l14 14v46a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z" />
          <path d="M34 36h16a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V40a4 4 0 0 1 4-4zM30 48h8M46 48h8M42 36v24" />
        </>
      }
      accent={<path d="M70 30a14 14 0 0 1 0 20M77 23a24 24 0 0 1 0 34" />}
    />
  )
}

export function StallDrawing() {
  return (
    <Drawing
      ink={
        <>
          <path d="M10 30 20 12h56l10 18M10 30v3a6.3 6.3 0 0 0 12.7 0 6.3 6.3 0 0 0 12.6 0 6.3 6.3 0 0 0 12.7 0 6.3 6.3 0 0 0 12.7 0 6.3 6.3 0 0 0 12.6 0 6.3 6.3 0 0 0 12.7 0v-3z" />
          <path d="M16 40v34M80 40v34M16 58h64M6 74h84M22 58v-8h12v8M66 58l2-9h8l2 9" />
        </>
      }
      accent={
        <>
          <circle cx="46" cy="54" r="4" />
          <circle cx="55" cy="54" r="4" />
          <circle cx="50.5" cy="47" r="4" />
        </>
      }
    />
  )
}
