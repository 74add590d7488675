import type { LucideIcon } from 'lucide-react'

type ChipProps = { word: string; icon: LucideIcon; look: string }

/** A state: a word, an icon and a colour, in that order of importance. */
export function Chip({ word, icon: Icon, look }: ChipProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-chip px-2 py-0.5 text-caption font-medium forced-colors:border ${look}`}
    >
      <Icon aria-hidden size={14} />
      {word}
    </span>
  )
}
