import type { BillKind, OrderKind } from '#contract/kinds/kinds.ts'
import { airtime } from './airtime/airtime.ts'
import { bpc } from './bpc/bpc.ts'
import { data } from './data/data.ts'
import { education } from './education/education.ts'
import { electricity } from './electricity/electricity.ts'
import type { KindDescriptor } from './kind.ts'
import type { BillDescriptor, BillParts } from './purchase/bill-parts.ts'
import { tv } from './tv/tv.ts'
import { withdrawal } from './withdrawal/withdrawal.ts'

/** The kinds that are bought from the bills provider. */
const BILLS: { readonly [Kind in BillKind]: BillDescriptor<Kind> } = { airtime, data, electricity, tv, education }

/** Every kind of order, described once. Whatever differs between kinds is here. */
export const KINDS: { readonly [Kind in OrderKind]: KindDescriptor<Kind> } = { withdrawal, ...BILLS, bpc }

/** How a kind of bill is read, priced and worded. */
export function billOf<Kind extends BillKind>(kind: Kind): BillParts<Kind> {
  return BILLS[kind].bill
}
