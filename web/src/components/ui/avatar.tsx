import { initials } from '../../lib/format.ts'

export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-12 shrink-0 place-items-center rounded-avatar bg-tint font-head text-h2 font-semibold text-brand"
    >
      {initials(name)}
    </span>
  )
}
