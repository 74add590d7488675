import { encode } from 'uqr'

/** Empty squares around it: a camera needs them to find its edge. */
const QUIET = 2

/** A QR code, dark on white in every theme: cameras read it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-52 rounded-mark forced-color-adjust-none"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000000" d={squares.join('')} />
    </svg>
  )
}
