import { freeze, join, unfreeze, unlock, wrongPin } from './operations/account.ts'
import { buyBpc, giveBack, payForBpc } from './operations/bpc.ts'
import { compareBooks, crash, work } from './operations/machine.ts'
import { forgery, post, replay } from './operations/messages.ts'
import { deposit, recall, strangeDeposit } from './operations/money-in.ts'
import {
  airtime,
  approveAgain,
  atOnce,
  bills,
  cancel,
  check,
  list,
  listAgain,
  withdrawal,
} from './operations/money-out.ts'
import type { Operation } from './operations/operation.ts'
import { bank, decide, fault, outage, turn } from './operations/providers.ts'
import { history, order, others, wallet } from './operations/reading.ts'

/** Everything that can happen. A new one needs a line here and nothing else. */
export const OPERATIONS: readonly Operation[] = [
  join,
  unlock,
  wrongPin,
  freeze,
  unfreeze,
  withdrawal,
  airtime,
  bills,
  list,
  listAgain,
  approveAgain,
  cancel,
  check,
  atOnce,
  buyBpc,
  payForBpc,
  giveBack,
  deposit,
  strangeDeposit,
  recall,
  wallet,
  history,
  order,
  others,
  work,
  compareBooks,
  post,
  replay,
  forgery,
  fault,
  decide,
  turn,
  bank,
  outage,
  crash,
]
