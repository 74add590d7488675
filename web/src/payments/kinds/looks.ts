import { ArrowUpRight, GraduationCap, type LucideIcon, Smartphone, Ticket, Tv, Wifi, Zap } from 'lucide-react'
import type { OrderKind } from '#contract/kinds/kinds.ts'

type Icon = LucideIcon

/** What a kind is called in filters and lists of prices, and its picture in a row. */
export type Look = { readonly name: string; readonly icon: Icon }

/** Apart from the descriptors: the first screen shows rows, and fetches nothing else of a kind. */
export const LOOKS: Readonly<Record<OrderKind, Look>> = {
  withdrawal: { name: 'Bank transfers', icon: ArrowUpRight },
  airtime: { name: 'Airtime', icon: Smartphone },
  data: { name: 'Data', icon: Wifi },
  electricity: { name: 'Electricity', icon: Zap },
  tv: { name: 'TV', icon: Tv },
  education: { name: 'Exam PINs', icon: GraduationCap },
  bpc: { name: 'BPC codes', icon: Ticket },
}
