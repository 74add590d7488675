import { useState } from 'react'
import type { CasePicture } from '#contract/support.ts'
import { Sheet } from '#web/ui/sheet.tsx'

type ShownPictureProps = {
  readonly picture: CasePicture
  /** Undefined while it is loading. */
  readonly src: string | undefined
  /** What it is, and whose. */
  readonly name: string
}

/** A picture as part of a message; a tap enlarges it. Its space is reserved before it loads. */
export function ShownPicture({ picture: { width, height }, src, name }: ShownPictureProps) {
  const [enlarged, setEnlarged] = useState(false)
  const room = { aspectRatio: `${width} / ${height}` }
  if (src === undefined)
    return <div aria-hidden style={room} className="max-h-60 min-h-12 w-40 rounded-control bg-sunken" />
  return (
    <>
      <button
        type="button"
        aria-label={`${name}, enlarge`}
        onClick={() => setEnlarged(true)}
        className="min-h-12 w-40 overflow-hidden rounded-control border border-line bg-sunken"
      >
        <img src={src} alt={name} width={width} height={height} className="max-h-60 w-full object-cover" />
      </button>
      {enlarged ? (
        <Sheet title={name} onClose={() => setEnlarged(false)}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is outside of it is reached with the arrow keys */}
          <section aria-label={name} tabIndex={0} className="overflow-x-auto">
            <img src={src} alt={name} width={width} height={height} className="h-auto w-[200%] max-w-none" />
          </section>
        </Sheet>
      ) : null}
    </>
  )
}
