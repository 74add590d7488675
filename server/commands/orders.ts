import { foresee, type Prospect, sayPosting } from '#server/console/proposals/prospect.ts'
import { creditSetAside, requestCredit } from '#server/deposits/credit-set-aside.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { refundCode, requestRefund } from '#server/payments/bpc/refund-code.ts'
import { endReview, requestReviewEnd } from '#server/payments/orders/ending/end-review.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { commandOf, DONE, namesOf, onDatabase, printHelp, readCommand, WHICH_DATABASE, type Words } from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, proveFor, tellToConfirm, WHO } from './operator.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run orders: what two operators do about one order or deposit.

  npm run orders -- end-review ord_… --outcome paid|not-paid --text "What proves it" --by "Ada Obi"
                                 ends a manual review, or as not-paid an order that its provider contradicts
  npm run orders -- refund-bpc ord_… --text "Why" --by "Ada Obi"
                                 an unused BPC that its owner can no longer return
  npm run orders -- credit-deposit dep_… --customer usr_… --text "What proves it" --by "Ada Obi"
                                 a deposit that is set aside
  npm run orders -- confirm orq_… --by "Bayo Ade"     another operator, who first reads what it posts

${WHO}

${WHICH_DATABASE}`

const OPTIONS = ['by', 'text', 'outcome', 'customer'] as const
type Typed = Words<(typeof OPTIONS)[number]>

const COMMANDS = {
  'end-review': endOne,
  'refund-bpc': refundOne,
  'credit-deposit': creditOne,
  confirm,
} as const

async function main(io: CommandIo): Promise<number> {
  const read = readCommand(io, { names: namesOf(COMMANDS), options: OPTIONS, help: HELP })
  if (read === null) return printHelp(io, HELP)
  const { name, words } = read
  return await onDatabase(io, 'operators', async (opened) => {
    await COMMANDS[name](await proofDeps(io, opened), words)
    return DONE
  })
}

const textOf = ({ values }: Typed) => values.text ?? ''

async function endOne(deps: CommandDeps, words: Typed): Promise<void> {
  const [, uncheckedOrder = ''] = words.positionals
  const by = await prove(deps, { name: words.values.by, act: 'end-review', subject: uncheckedOrder })
  const unchecked = { uncheckedOrder, uncheckedOutcome: words.values.outcome ?? '', uncheckedEvidence: textOf(words) }
  tellToConfirm(deps.io, 'orders', await requestReviewEnd(deps, { ...unchecked, by }))
}

async function refundOne(deps: CommandDeps, words: Typed): Promise<void> {
  const [, uncheckedOrder = ''] = words.positionals
  const by = await prove(deps, { name: words.values.by, act: 'refund-bpc', subject: uncheckedOrder })
  tellToConfirm(deps.io, 'orders', await requestRefund(deps, { uncheckedOrder, uncheckedReason: textOf(words), by }))
}

async function creditOne(deps: CommandDeps, words: Typed): Promise<void> {
  const [, uncheckedDeposit = ''] = words.positionals
  const by = await prove(deps, { name: words.values.by, act: 'credit-deposit', subject: uncheckedDeposit })
  const unchecked = {
    uncheckedDeposit,
    uncheckedCustomer: words.values.customer ?? '',
    uncheckedProof: textOf(words),
  }
  tellToConfirm(deps.io, 'orders', await requestCredit(deps, { ...unchecked, by }))
}

const ACTS = ['end-review', 'refund-bpc', 'credit-deposit'] as const

/** What is printed before the passphrase is what must still be true when it is carried out. */
async function confirm(proof: CommandDeps, { values, positionals }: Typed): Promise<void> {
  const deps = { ...proof, metrics: NO_METRICS, tracing: NO_TRACING }
  const request = await readRequest(deps, positionals[1] ?? '', ACTS)
  const prospect = await foresee({ ...deps, config: readConfig(deps.io.env, { listens: false }) }, request)
  print(deps.io, prospect)
  const by = await proveFor(deps, { name: values.by, request })
  const { wallet = null, balances = null } = prospect
  if (request.act === 'end-review') await endReview(deps, { request, by, shown: wallet })
  else if (request.act === 'refund-bpc') await refundCode(deps, { request, by, shown: wallet })
  else await creditSetAside(deps, { request, by, shown: balances })
  deps.io.print('done')
}

function print(io: CommandIo, { summary, effects, postings }: Prospect): void {
  io.print(summary, ...effects, ...postings.map(sayPosting))
}

export const ordersCommand = commandOf('orders', main)
await runAsProgram(import.meta.main, ordersCommand)
