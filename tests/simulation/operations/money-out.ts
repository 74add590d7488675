import type { BillKind } from '#contract/kinds/kinds.ts'
import type { QuoteBodyOf } from '#contract/orders.ts'
import type { Batch } from '#contract/selling.ts'
import type { Simulation } from '#tests/simulation/simulation.ts'
import { approve, buy, cancelOrder, outcomeOf } from './agree.ts'
import { NOBODY, type Operation } from './operation.ts'

const PHONE = '08031234567'
/** Numbers with special meaning to the sandbox: see its README. */
const MEANT_PHONES = ['08020000001', '08020000002', '08020000003', '08020000004', '08020000005'] as const

/** Few enough numbers that some get two purchases within moments. */
const phoneIn = ({ chance }: Simulation): string =>
  chance.is(0.15) ? chance.oneOf(MEANT_PHONES) : `0803${5_000_000 + chance.below(200)}`
const meterIn = ({ chance }: Simulation): string => String(45_005_000_000 + chance.below(200))

/** Mostly small amounts, sometimes more than anybody has or than is allowed. */
function amountIn({ chance }: Simulation): string {
  const kind = chance.below(20)
  if (kind === 0) return String(chance.between(20_000_000, 600_000_000))
  return String(kind < 5 ? chance.between(1_000_000, 9_000_000) : chance.between(10_000, 300_000))
}

export const withdrawal: Operation = {
  name: 'withdrawal',
  weight: 110,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    const { chance } = simulation
    // Numbers that begin with 99 belong to nobody.
    const accountNumber = chance.is(0.03) ? '9912345678' : `01234567${10 + chance.below(80)}`
    const bankCode = chance.oneOf(['044', '044', '058', '011'])
    return await buy(simulation, person, {
      kind: 'withdrawal',
      bankCode,
      accountNumber,
      amountKobo: amountIn(simulation),
    })
  },
}

/** A form for each kind of bill. */
export const BILL_FORMS = {
  airtime: (simulation) => ({
    kind: 'airtime',
    network: 'mtn',
    phone: phoneIn(simulation),
    amountKobo: String(simulation.chance.between(5_000, 500_000)),
  }),
  data: (simulation) => ({
    kind: 'data',
    network: 'airtel',
    phone: phoneIn(simulation),
    bundleId: 'airtel-1gb-30days',
  }),
  electricity: (simulation) => ({
    kind: 'electricity',
    biller: 'ikeja-electric',
    meterNumber: meterIn(simulation),
    meterType: 'prepaid',
    phone: PHONE,
    amountKobo: '200000',
  }),
  tv: ({ chance }) => ({
    kind: 'tv',
    biller: 'gotv',
    smartcardNumber: String(2_005_000_000 + chance.below(200)),
    planId: 'gotv-smallie',
    phone: PHONE,
  }),
  education: (simulation) => ({
    kind: 'education',
    exam: 'waec',
    planId: 'waecdirect',
    quantity: simulation.chance.between(1, 5),
    phone: phoneIn(simulation),
  }),
} as const satisfies { readonly [Kind in BillKind]: (simulation: Simulation) => QuoteBodyOf<Kind> }

export const airtime: Operation = {
  name: 'airtime',
  weight: 45,
  async run(simulation) {
    const person = simulation.somebody()
    return person === null ? NOBODY : await buy(simulation, person, BILL_FORMS.airtime(simulation))
  },
}

const { airtime: _, ...OTHER_FORMS } = BILL_FORMS

export const bills: Operation = {
  name: 'data and bills',
  weight: 35,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    const form = simulation.chance.oneOf(Object.values(OTHER_FORMS))
    return await buy(simulation, person, form(simulation))
  },
}

export const list: Operation = {
  name: 'list of airtime',
  weight: 8,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    const { chance, memory, people } = simulation
    const text = Array.from({ length: chance.between(2, 6) }, () => `${phoneIn(simulation)},${chance.between(50, 900)}`)
    const body = { kind: 'airtime', text: text.join('\n') }
    const checked = await simulation.ask<{ batch: Batch }>(person, 'POST', '/api/batches', body)
    if (checked.status !== 201) return `no terms: ${outcomeOf(checked)}`
    const { id, challenge, terms, goodCount } = checked.body.batch
    memory.batches.push({ personNumber: people.indexOf(person), id, challenge, terms })
    const approval = person.approval({ challenge, terms })
    const path = `/api/batches/${id}/approve`
    return `${goodCount} rows: ${outcomeOf(await simulation.ask(person, 'POST', path, { approval }))}`
  },
}

export const listAgain: Operation = {
  name: 'list read or approved again',
  weight: 6,
  async run(simulation) {
    const { chance, memory, people } = simulation
    const batch = memory.batches.length === 0 ? undefined : chance.oneOf(memory.batches)
    const person = people[batch?.personNumber ?? -1]
    if (batch === undefined || person === undefined) return NOBODY
    const path = `/api/batches/${batch.id}`
    if (chance.is(0.5)) return outcomeOf(await simulation.ask(person, 'GET', path))
    await person.comeBack()
    return outcomeOf(await simulation.ask(person, 'POST', `${path}/approve`, { approval: person.approval(batch) }))
  },
}

export const approveAgain: Operation = {
  name: 'kept terms approved',
  weight: 40,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null || person.quotes.length === 0) return NOBODY
    return await approve(simulation, person, simulation.chance.oneOf(person.quotes))
  },
}

export const cancel: Operation = {
  name: 'cancel',
  weight: 30,
  async run(simulation) {
    const person = simulation.somebody()
    const orderId = person?.orders.at(-1 - simulation.chance.below(2))
    if (person === null || orderId === undefined) return NOBODY
    return await cancelOrder(simulation, person, orderId)
  },
}

export const check: Operation = {
  name: 'check again',
  weight: 30,
  async run(simulation) {
    const person = simulation.somebody()
    const orderId = person?.orders.at(-1 - simulation.chance.below(5))
    if (person === null || orderId === undefined) return NOBODY
    return outcomeOf(await simulation.ask(person, 'POST', `/api/orders/${orderId}/check`))
  },
}

const SINGLE = [withdrawal, airtime, bills, approveAgain, cancel, check]

export const atOnce: Operation = {
  name: 'several at once',
  weight: 20,
  async run(simulation) {
    const { chance } = simulation
    const chosen = Array.from({ length: chance.between(2, 4) }, () => chance.oneOf(SINGLE))
    return (await Promise.all(chosen.map((each) => each.run(simulation)))).join(' | ')
  },
}
