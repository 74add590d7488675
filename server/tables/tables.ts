import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { alerts } from './alerts.ts'
import { bpc } from './bpc.ts'
import { controls } from './controls.ts'
import { deposits } from './deposits.ts'
import { email } from './email.ts'
import { funding } from './funding.ts'
import { ledger } from './ledger.ts'
import { operators } from './operators.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { platform } from './platform.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { sms } from './sms.ts'
import { support } from './support.ts'
import type { Table, Tables } from './table.ts'

const ALL_TABLES = {
  ...platform,
  ...operators,
  ...settings,
  ...accounts,
  ...signIn,
  ...email,
  ...bpc,
  ...funding,
  ...payments,
  ...orders,
  ...deposits,
  ...ledger,
  ...activity,
  ...sms,
  ...alerts,
  ...support,
  ...controls,
} satisfies Tables

type All = typeof ALL_TABLES

export type TableName = keyof All
/** The tables whose descriptor is of this shape: `TablesWith<{ keys: { kind: 'box' } }>`. */
export type TablesWith<Shape> = { [Name in TableName]: All[Name] extends Shape ? Name : never }[TableName]

/** The only list of all tables. A test compares it with the database. */
export const TABLES: Tables = ALL_TABLES

/** All tables with their names, each after the tables it refers to. */
export const EVERY_TABLE: readonly (Table & { readonly name: string })[] = Object.entries(TABLES).map(
  ([name, table]) => ({ name, ...table }),
)

/** The order in which rows may be removed: referring tables first. */
export const REFERRING_FIRST = EVERY_TABLE.toReversed()
