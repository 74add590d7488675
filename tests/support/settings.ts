import { DEFAULT_PRICES } from '#contract/constants.ts'
import type { BankNotice } from '#contract/installation.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import {
  readOpenNotice,
  requestNotice,
  type SetNotice,
  setBankNotice,
} from '#server/installation/settings/operate-bank-notices.ts'
import { requestLimits, setLimits } from '#server/installation/settings/operate-limits.ts'
import { pauseKind, readRunningPause, requestPause } from '#server/installation/settings/operate-pauses.ts'
import { requestCustomerLimit, setCustomerLimit } from '#server/payments/limits/customer-limits.ts'
import { priceListJson } from '#server/platform/config/prices.ts'
import type { Pause } from '#server/suspension/pauses.ts'
import type { TestJara } from './jara.ts'
import { operatorNamed } from './operators.ts'
import type { Person } from './person.ts'

export const NOTICE = {
  bank: 'OPay',
  meaning: 'Transfers from OPay arrive some hours late. You can pay from another bank.',
  source: 'Jara support',
  hours: '6',
  from: '',
}

/** All airtime, for two hours. */
export const PAUSE = {
  kind: 'airtime',
  service: '',
  reason: 'A network does not answer reliably, so we wait. Please try again later.',
  hours: '2',
}

export const CHANNELS = {
  supportEmail: 'help@jara.ng',
  supportTelegram: '',
  supportWhatsapp: 'https://wa.me/2348031234567',
  supportLiveChat: '',
  supportAlways: 'true',
  communityChat: '',
  communityTelegram: 'https://t.me/jara_news',
  communityWhatsapp: '',
  from: '',
}

/** Airtime at 2% off. */
export const PRICES = {
  list: JSON.stringify({
    ...priceListJson(DEFAULT_PRICES),
    discounts: { ...DEFAULT_PRICES.discounts, airtime: { standard: 200, bpc: 250 } },
  }),
  from: '',
}

/** Naira: lower than the limits before the first version. */
export const LIMITS = { daily: '300000', perBpc: '200000', max: '2000000', from: '' }

export const CUSTOMER_LIMIT = { daily: '50000', reason: 'Their number was used for several scams.' }

/** Bank notices that a customer sees. */
export async function noticesFor(customer: Person): Promise<BankNotice[]> {
  const { body } = await customer.call<{ notices: BankNotice[] }>('GET', '/api/bank-notices')
  return body.notices
}

/** Puts up a notice: this operator proposes it, another confirms. */
export async function putUpNotice(
  jara: TestJara,
  by: ProvenOperator,
  confirmedBy?: ProvenOperator,
): Promise<SetNotice> {
  const { bank, meaning, source, hours, from } = NOTICE
  const id = await requestNotice(jara.deps, {
    uncheckedBank: bank,
    uncheckedMeaning: meaning,
    uncheckedSource: source,
    uncheckedHours: hours,
    uncheckedFrom: from,
    by,
  })
  const request = await readRequest(jara.deps, id, ['set-bank-notice'])
  const other = confirmedBy ?? (await operatorNamed(jara.database, 'Zainab Confirms'))
  await setBankNotice(jara.deps, { request, by: other })
  return await readOpenNotice(jara.database, request.subject, jara.clock.now())
}

/** Starts a pause: this operator proposes it, another confirms. */
export async function putUpPause(jara: TestJara, of: { by: ProvenOperator } & Partial<typeof PAUSE>): Promise<Pause> {
  const { kind, service, reason, hours } = { ...PAUSE, ...of }
  const id = await requestPause(jara.deps, {
    uncheckedKind: kind,
    uncheckedService: service,
    uncheckedReason: reason,
    uncheckedHours: hours,
    by: of.by,
  })
  const request = await readRequest(jara.deps, id, ['pause-kind'])
  await pauseKind(jara.deps, { request, by: await operatorNamed(jara.database, 'Zainab Confirms') })
  return await readRunningPause(jara.database, request.subject, jara.clock.now())
}

/** Sets these limits, in naira: one operator proposes, another confirms. `from`: date and time in Lagos, or at once. */
export async function setLimitsTo(jara: TestJara, of: Partial<typeof LIMITS> = {}): Promise<void> {
  const { daily, perBpc, max, from } = { ...LIMITS, ...of }
  const id = await requestLimits(jara.deps, {
    uncheckedDaily: daily,
    uncheckedPerBpc: perBpc,
    uncheckedMax: max,
    uncheckedFrom: from,
    by: await operatorNamed(jara.database, 'Rita Requests', 'risk'),
  })
  const request = await readRequest(jara.deps, id, ['set-limits'])
  await setLimits(jara.deps, { request, by: await operatorNamed(jara.database, 'Zainab Confirms') })
}

/** Sets one customer's daily limit, in naira or `none`: one operator proposes, another confirms. */
export async function limitCustomer(jara: TestJara, customer: Person, daily: string): Promise<void> {
  const id = await requestCustomerLimit(jara.deps, {
    uncheckedCustomer: customer.id,
    uncheckedDaily: daily,
    uncheckedReason: CUSTOMER_LIMIT.reason,
    by: await operatorNamed(jara.database, 'Rita Requests', 'risk'),
  })
  const request = await readRequest(jara.deps, id, ['set-customer-limit'])
  await setCustomerLimit(jara.deps, { request, by: await operatorNamed(jara.database, 'Zainab Confirms') })
}
