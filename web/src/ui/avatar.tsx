import { initials } from '#web/lib/format.ts'
import { useIsFrame } from './frame.ts'

const SIZES = {
  tiny: 'size-7 text-[11px]',
  small: 'size-11 text-[16px]',
  normal: 'size-12 text-[18px]',
  large: 'size-18 text-[26px]',
} as const

type AvatarProps = {
  name: string
  /** URL of a picture; without one the initials are shown. */
  image?: string | undefined
  size?: keyof typeof SIZES
}

const FAMILIES = ['indigo', 'palm', 'lagoon', 'sky', 'zobo', 'plum', 'clay', 'leaf'].map((family) => `family-${family}`)

/** A name always gets the same colour. */
function familyOf(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return FAMILIES[sum % FAMILIES.length] ?? ''
}

/** Initials or a picture: round for people, square for others. Decorative, because the name is next to it. */
export function Avatar({ name, image, size = 'normal' }: AvatarProps) {
  const isFrame = useIsFrame()
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full bg-family-tint font-head font-semibold text-family forced-colors:border ${SIZES[size]} ${image === undefined && !isFrame ? familyOf(name) : 'family-indigo'}`}
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
