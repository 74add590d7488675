import { z } from 'zod'
import { airtime } from './airtime.ts'
import { bpc } from './bpc.ts'
import { data } from './data.ts'
import { education } from './education.ts'
import { electricity } from './electricity.ts'
import { tv } from './tv.ts'
import { withdrawal } from './withdrawal.ts'

/** The wire format of one kind of order: the fields of its form, and its recipient. */
type KindSchemas<Kind extends string> = {
  readonly quoteBody: z.ZodObject<{ kind: z.ZodLiteral<Kind> }>
  readonly recipient: z.ZodObject
  /** The fields with the id and name of the bank, network or company that can be paused. Null: it has none. */
  readonly service: { readonly id: string; readonly name: string } | null
}
type SchemasOf<Kinds> = { readonly [Kind in keyof Kinds & string]: KindSchemas<Kind> }

/** Kinds bought from the bills provider. Add one here, and the compiler reports every place that lacks it. */
export const billSchemas = { airtime, data, electricity, tv, education } as const
export type BillKind = keyof typeof billSchemas

/** Every kind of order there is. */
export const kindSchemas = { withdrawal, ...billSchemas, bpc } as const
kindSchemas satisfies SchemasOf<typeof kindSchemas>
export type OrderKind = keyof typeof kindSchemas

export const billKind = z.enum(atLeastOne(Object.keys(billSchemas) as BillKind[]))
export const orderKind = z.enum(atLeastOne(Object.keys(kindSchemas) as OrderKind[]))

/** z.enum needs a non-empty tuple. */
export function atLeastOne<Item>([first, ...others]: readonly Item[]): [Item, ...Item[]] {
  if (first === undefined) throw new Error('a list without anything')
  return [first, ...others]
}
