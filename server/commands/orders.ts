import type { Preview } from '#server/acts/act.ts'
import { creditDepositAct } from '#server/acts/credit-deposit.ts'
import { endReviewAct } from '#server/acts/end-review.ts'
import { refundBpcAct } from '#server/acts/refund-bpc.ts'
import { sayPosting } from '#server/acts/say.ts'
import { commandOf, DONE, namesOf, onDatabase, printHelp, readCommand, WHICH_DATABASE, type Words } from './command.ts'
import type { CommandIo } from './io.ts'
import { proofDeps, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'
import { askFor, confirmHere, type TwoDeps } from './two-operators.ts'

const HELP = `npm run orders: what two operators decide about one order or deposit.

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

const COMMANDS = { 'end-review': endOne, 'refund-bpc': refundOne, 'credit-deposit': creditOne, confirm } as const

async function main(io: CommandIo): Promise<number> {
  const read = readCommand(io, { names: namesOf(COMMANDS), options: OPTIONS, help: HELP })
  if (read === null) return printHelp(io, HELP)
  const { name, words } = read
  return await onDatabase(io, 'operators', async (opened) => {
    await COMMANDS[name](productDeps(io, await proofDeps(io, opened)), words)
    return DONE
  })
}

async function endOne(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  const [, order = ''] = positionals
  const asked = { order, outcome: values.outcome ?? '', evidence: values.text ?? '' }
  await askFor(deps, { act: endReviewAct, asked, by: values.by, command: 'orders', subject: order })
}

async function refundOne(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  const [, order = ''] = positionals
  const asked = { order, reason: values.text ?? '' }
  await askFor(deps, { act: refundBpcAct, asked, by: values.by, command: 'orders', subject: order })
}

async function creditOne(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  const [, deposit = ''] = positionals
  const asked = { deposit, customer: values.customer ?? '', proof: values.text ?? '' }
  await askFor(deps, { act: creditDepositAct, asked, by: values.by, command: 'orders', subject: deposit })
}

async function confirm(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  const acts = ['end-review', 'refund-bpc', 'credit-deposit'] as const
  const shows = ({ summary, effects, postings }: Preview) => [summary, ...effects, ...postings.map(sayPosting)]
  await confirmHere(deps, { id: positionals[1] ?? '', acts, by: values.by, shows })
}

export const ordersCommand = commandOf('orders', main)
await runAsProgram(import.meta.main, ordersCommand)
