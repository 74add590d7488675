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
import type { TableProofs } from './specimen.ts'
import { support } from './support.ts'

/** The proofs of every table, by domain as in server/tables/. */
export const PROOFS: TableProofs = {
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
}
