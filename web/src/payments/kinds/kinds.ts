import type { BillKind, OrderKind } from '#contract/kinds/kinds.ts'
import { airtime } from './airtime/airtime.ts'
import { bpc } from './bpc/bpc.ts'
import { data } from './data/data.ts'
import { education } from './education/education.ts'
import { electricity } from './electricity/electricity.ts'
import type { BillDescriptor, KindDescriptor } from './kind.ts'
import { tv } from './tv/tv.ts'
import { withdrawal } from './withdrawal/withdrawal.ts'

/** The kinds bought from the bills provider. */
export const BILLS: { readonly [Kind in BillKind]: BillDescriptor<Kind> } = {
  airtime,
  data,
  electricity,
  tv,
  education,
}

export const billKinds = Object.keys(BILLS) as BillKind[]

/** Every kind of order, described once. Whatever differs between kinds on a screen is read from here. */
export const KINDS: { readonly [Kind in OrderKind]: KindDescriptor<Kind> } = { withdrawal, ...BILLS, bpc }

/** How an order of its kind is shown. */
export function kindOf<Kind extends OrderKind>({ kind }: { readonly kind: Kind }): KindDescriptor<Kind> {
  return KINDS[kind]
}

/** Whether a line of the history is an order's, and not money that came in or went back. */
export function isOrderKind(kind: string): kind is OrderKind {
  return Object.hasOwn(KINDS, kind)
}
