import { freeze, join, unfreeze, unlock, wrongPin } from '#tests/simulation/operations/account.ts'
import { buyBpc, giveBack, payForBpc } from '#tests/simulation/operations/bpc.ts'
import { compareBooks, crash, work } from '#tests/simulation/operations/machine.ts'
import { forgery, post, replay } from '#tests/simulation/operations/messages.ts'
import { deposit, recall, strangeDeposit } from '#tests/simulation/operations/money-in.ts'
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
} from '#tests/simulation/operations/money-out.ts'
import type { Operation } from '#tests/simulation/operations/operation.ts'
import { bank, decide, fault, outage, turn } from '#tests/simulation/operations/providers.ts'
import { history, order, others, wallet } from '#tests/simulation/operations/reading.ts'

/** Everything that can happen. A new operation needs only a line here. */
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
