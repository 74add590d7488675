import type { ReactNode } from 'react'
import { initials } from '#web/lib/format.ts'
import { brandKeys } from './brand-keys.ts'

const SIZES = {
  tiny: 'size-6 rounded-[7px] text-[10px]',
  small: 'size-8 rounded-[9px] text-[12px]',
  normal: 'size-11 rounded-mark text-[15px]',
} as const

type MarkProps = {
  /** The texts that may begin with the name of a network or bank, the likeliest first. */
  names: readonly string[]
  size?: keyof typeof SIZES
  /** The class of the colour family, used when no name is a network or a bank. */
  look?: string
  className?: string
  /** Shown if no name is a network or a bank; by default the initials of the first. */
  children?: ReactNode
}

/**
 * Shows at a glance whom or what a row is about. Decorative: the name is next to it as text. brands.css has the colours
 * and draws the initials: as text they would be part of what a button around the mark says.
 */
export function Mark({ names, size = 'normal', look = 'family-indigo', className = '', children }: MarkProps) {
  return (
    <span
      aria-hidden
      data-brand={names.map(brandKeys).join(' ')}
      data-initials={children === undefined ? initials(names[0] ?? '') : undefined}
      className={`relative grid shrink-0 place-items-center overflow-hidden bg-family-tint font-head font-semibold text-family forced-colors:border ${SIZES[size]} ${look} ${className}`}
    >
      {children}
    </span>
  )
}
