import type { OrderKind } from '#contract/kinds/kinds.ts'
import {
  AirtimeIcon,
  BpcIcon,
  DataIcon,
  type Duotone,
  ElectricityIcon,
  ExamPinIcon,
  SendIcon,
  TvIcon,
} from '#web/ui/duotone-icons.tsx'

/** The name of a kind in filters and price lists, its icon, and the class of its colour family. */
export type Look = {
  readonly name: string
  readonly icon: Duotone
  readonly look: string
  /** Its rows begin with the recipient or the sender. Absent if they begin with the service. */
  readonly person?: 'to' | 'from'
}

/** Separate from the descriptors: the first screen shows rows, and fetches nothing else of a kind. */
export const LOOKS: Readonly<Record<OrderKind, Look>> = {
  withdrawal: { name: 'Bank transfers', icon: SendIcon, look: 'family-indigo', person: 'to' },
  airtime: { name: 'Airtime', icon: AirtimeIcon, look: 'family-lagoon' },
  data: { name: 'Data', icon: DataIcon, look: 'family-sky' },
  electricity: { name: 'Electricity', icon: ElectricityIcon, look: 'family-sun' },
  tv: { name: 'TV', icon: TvIcon, look: 'family-zobo' },
  education: { name: 'Exam PINs', icon: ExamPinIcon, look: 'family-plum' },
  bpc: { name: 'BPC codes', icon: BpcIcon, look: 'family-clay' },
}
