import { Link } from '#web/lib/routing.tsx'
import type { Duotone } from './duotone-icons.tsx'

/** `look` is the class of its colour family. */
export type Place = { readonly to: string; readonly label: string; readonly icon: Duotone; readonly look: string }

/** A row that opens a screen. */
export function PlaceLink({ place, onClick }: { place: Place; onClick?: () => void }) {
  const { to, label, icon: Icon, look } = place
  return (
    <Link to={to} onClick={onClick} className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5">
      <span className={`grid size-9 shrink-0 place-items-center rounded-[11px] bg-family-tint text-family ${look}`}>
        <Icon size={20} />
      </span>
      <span className="min-w-0 flex-1 font-head font-semibold wrap-anywhere">{label}</span>
    </Link>
  )
}
