import { initials } from '#web/lib/format.ts'
import { useIsFrame } from './frame.ts'

const SIZES = { small: 'size-10 text-body', normal: 'size-12 text-h2', large: 'size-18 text-h1' } as const

type AvatarProps = {
  name: string
  /** URL of a picture; without one the initials are shown. */
  image?: string | undefined
  size?: keyof typeof SIZES
}

/** Decorative: the name is next to it as text. */
export function Avatar({ name, image, size = 'normal' }: AvatarProps) {
  const isFrame = useIsFrame()
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center overflow-hidden rounded-avatar bg-tint font-head font-semibold text-brand forced-colors:border ${SIZES[size]}`}
    >
      {image === undefined ? (
        isFrame ? null : (
          initials(name)
        )
      ) : (
        <img src={image} alt="" draggable={false} className="size-full object-cover" />
      )}
    </span>
  )
}
