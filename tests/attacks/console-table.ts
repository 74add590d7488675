import { ACTS } from '#contract/acts/acts.ts'
import type { Command, Read } from '#contract/console/permissions.ts'
import type { EnrolOptions, SignOptions } from '#contract/console/session.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import type { CaseStatus } from '#contract/support.ts'
import { changePassphrase } from '#server/identity/operators/manage-operators.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import { type ConsolePerson, consoleBrowser, enrolBy, linkFor } from '#tests/support/console.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { smallPicture } from '#tests/support/pictures.ts'
import { CHANNELS, CUSTOMER_LIMIT, LIMITS, NOTICE, PAUSE, PRICES } from '#tests/support/settings.ts'

/**
 * Who may do what in the console: one line for each route below /api/admin/. contract/console/permissions.ts says which
 * roles have a permission, contract/acts/ the addresses of acts. Add a line for each new route; without one,
 * console-matrix.test.ts fails and names the route.
 */

export const CONSOLE = ' /api/admin/'

export type ConsoleRow = {
  /** Nothing · a session, locked or not · an unlocked session. */
  readonly needs: 'nothing' | 'session' | 'open'
  /** The permission that the session's role must have. */
  readonly permission?: Command | Read
  /** The value of `:id`. */
  readonly id?: (of: ConsoleAsking) => Promise<string>
  /** A body with every field valid. */
  readonly body?: (of: ConsoleAsking) => Promise<object>
  /** Bytes instead of JSON, and their content type. */
  readonly bytes?: { readonly type: string; readonly of: () => Promise<Uint8Array> }
  /** The expected status; 200 by default. */
  readonly answer?: number
  /** Shows nothing about a customer or another operator and changes nothing: it may leave no line in the record. */
  readonly isUnrecorded?: true
}

/** The values from which requests are made. */
export type ConsoleAsking = {
  readonly jara: TestJara
  readonly caller: ConsolePerson
  /** The customer whom operators look at. */
  readonly customerId: string
  readonly orderId: string
  readonly depositId: string
  /** A deposit that is set aside. */
  readonly setAside: string
  /** An order in manual review, and a BPC's order that only operators can refund. */
  readonly inReview: string
  readonly oldCode: string
  /** An operator whose role may be changed, and another operator's request to do that. */
  readonly target: () => Promise<{ id: string; otherRole: string }>
  readonly request: () => Promise<OperatorRequestId>
  /** A suspension and a difference, both open. */
  readonly stop: string
  /** Tracking numbers of a case in this status and one about an order, a person without a recovery, and a recovery. */
  readonly caseThat: (status: CaseStatus) => Promise<string>
  readonly caseAboutOrder: () => Promise<string>
  readonly lost: () => Promise<string>
  readonly recovery: () => Promise<string>
  readonly difference: string
  /** The email of a customer that our team has frozen, and of one it has not. */
  readonly frozen: () => Promise<string>
  readonly unfrozen: () => Promise<string>
  readonly otherDifference: string
  /** A reconciliation run. */
  readonly run: string
  /** The id of a current bank notice. */
  readonly notice: () => Promise<string>
  /** The id of an active pause. */
  readonly pause: () => Promise<string>
  /** The ids of a picture in the customer's report and of a filter of the caller's. */
  readonly picture: string
  readonly filter: () => Promise<string>
  /** The reply to another call by the same caller, null if it is refused. */
  ask<Answer>(path: string, body?: object): Promise<Answer | null>
}

const UNSIGNED = {
  id: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const UNMADE = { id: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const DAY = { day: '2026-11-20' }
const NOBODYS = 'A'.repeat(86)

/** Signs the options from this address; an invalid signature if they are refused. */
async function signed({ ask, caller }: ConsoleAsking, path: string, body?: object) {
  const asked = await ask<SignOptions>(`${path}/options`, body)
  if (asked === null) return { challenge: NOBODYS, passkey: UNSIGNED }
  return { challenge: asked.challenge, passkey: caller.authenticator.get(asked.options.challenge) }
}

const token = async ({ jara, caller }: ConsoleAsking) => ({ token: await linkFor(jara, caller.operator) })

async function made(of: ConsoleAsking) {
  const link = await token(of)
  const asked = await of.ask<EnrolOptions>('/api/admin/enrolment/options', link)
  if (asked === null) return { ...link, challenge: NOBODYS, credential: UNMADE }
  const credential = newAuthenticator({ origin: of.jara.url }).create(asked.options)
  return { ...link, challenge: asked.challenge, credential }
}

async function roleChange({ target }: ConsoleAsking) {
  const { id, otherRole } = await target()
  return { operatorId: id, role: otherRole, reason: 'They moved to another team.' }
}

const caseThatIs =
  (status: CaseStatus) =>
  async ({ caseThat }: ConsoleAsking) =>
    await caseThat(status)

async function recoveryOf({ lost }: ConsoleAsking) {
  return { email: await lost(), newEmail: 'new@example.ng', reason: 'They showed their passport.' }
}

const openRecovery = async ({ recovery }: ConsoleAsking) => await recovery()
const ending = async ({ lost }: ConsoleAsking) => ({ whose: await lost(), reason: 'A telephone was stolen.' })

const newOperator = async () => ({ name: 'Nina New', role: 'support', passphrase: 'seven herons wait at noon' })

async function revocation({ target }: ConsoleAsking) {
  return { operatorId: (await target()).id, reason: 'They left the team.' }
}

const resumption = async ({ stop }: ConsoleAsking) => ({ stop })
const closing = async ({ difference }: ConsoleAsking) => ({
  number: difference,
  evidence: 'The statement of the day.',
  reference: '',
})

const jointClosing = async ({ difference, otherDifference }: ConsoleAsking) => ({
  numbers: [difference, otherDifference],
  evidence: 'One line of the bank.',
})

/** Both routes of a decision signed with a passkey: the terms, and the signature. */
function signedBoth(
  { path, name: permission }: { readonly path: string; readonly name: Command },
  body: (of: ConsoleAsking) => Promise<object>,
  answer = 201,
): Readonly<Record<string, ConsoleRow>> {
  const row = { needs: 'open', permission } as const
  return {
    [`POST ${path}/options`]: { ...row, body },
    [`POST ${path}`]: {
      ...row,
      async body(of) {
        const asked = await body(of)
        return { ...asked, ...(await signed(of, path, asked)) }
      },
      answer,
    },
  }
}

const run = async ({ run: id }: ConsoleAsking) => id
const pending = async ({ request }: ConsoleAsking) => await request()

const customer = async ({ customerId }: ConsoleAsking) => customerId

/** The customer's order and deposit. */
const order = async ({ orderId }: ConsoleAsking) => orderId
const deposit = async ({ depositId }: ConsoleAsking) => depositId

/** The customer's id, after giving a reason where the role may. */
async function opened({ customerId, ask }: ConsoleAsking): Promise<string> {
  const reason = { heading: 'payment', words: 'A transfer is late.', withheld: false }
  await ask(`/api/admin/customers/${customerId}/open`, reason)
  return customerId
}

const credit = async ({ setAside, customerId }: ConsoleAsking) => ({
  deposit: setAside,
  customer: customerId,
  proof: 'The bank named them in writing.',
})

const reviewEnd = async ({ inReview }: ConsoleAsking) => ({
  order: inReview,
  outcome: 'paid',
  evidence: 'The bank confirmed it in writing.',
})
const bpcRefund = async ({ oldCode }: ConsoleAsking) => ({
  order: oldCode,
  reason: 'They bought it twice by mistake.',
})
const freeze = async ({ unfrozen }: ConsoleAsking) => ({
  whose: await unfrozen(),
  heading: 'wish',
  reason: 'They asked for it by telephone.',
})
const unfreezing = async ({ frozen }: ConsoleAsking) => ({
  whose: await frozen(),
  reason: 'They have a new telephone.',
})
const endingAll = async () => ({ reason: 'A list of cookies was published.' })

const PASSPHRASE = 'seven canaries wait at noon'
/** Sets the sender's passphrase to PASSPHRASE and returns it. */
async function ownPassphrase({ jara, caller }: ConsoleAsking): Promise<string> {
  await changePassphrase(jara.deps, caller.operator, { unchecked: PASSPHRASE })
  return PASSPHRASE
}
async function newPassphrase(of: ConsoleAsking) {
  const passphrase = await ownPassphrase(of)
  return { present: passphrase, next: passphrase }
}
const ownLink = async (of: ConsoleAsking) => ({ passphrase: await ownPassphrase(of) })

/** An unconfirmed passkey of the sender. */
async function spare({ jara, caller: { operator } }: ConsoleAsking): Promise<string> {
  const find = async () =>
    await jara.database.query<{ id: string }>(
      'select id from operator_passkeys where operator_id = $1 and confirmed_at is null and removed_at is null',
      [operator.id],
    )
  if ((await find()).length === 0) await enrolBy(jara, consoleBrowser(jara), await linkFor(jara, operator))
  return (await find())[0]?.id ?? ''
}

const notice = async () => NOTICE
/** For a current notice. */
const noticeEnd = async ({ notice: up }: ConsoleAsking) => ({ notice: await up() })
const pause = async () => PAUSE
/** For an active pause. */
const pauseEnd = async ({ pause: running }: ConsoleAsking) => ({ pause: await running() })
const channels = async () => CHANNELS
const prices = async () => PRICES
const limits = async () => LIMITS
const customerLimit = async ({ customerId: customer }: ConsoleAsking) => ({ ...CUSTOMER_LIMIT, customer })

const newFilter = async () => ({ name: 'Of today', of: { screen: 'cases', filters: { waits: 'us' } } })

export const CONSOLE_ROUTES: Readonly<Record<string, ConsoleRow>> = {
  'POST /api/admin/sign-in/options': { needs: 'nothing' },
  'POST /api/admin/sign-in': { needs: 'nothing', body: (of) => signed(of, '/api/admin/sign-in') },
  'POST /api/admin/enrolment/look': { needs: 'nothing', body: token },
  'POST /api/admin/enrolment/first': {
    needs: 'nothing',
    body: async (of) => ({ ...(await token(of)), name: 'Nobody New', passphrase: 'seven herons wait at noon' }),
    answer: 204,
  },
  'POST /api/admin/enrolment/options': { needs: 'nothing', body: token },
  'POST /api/admin/enrolment': { needs: 'nothing', body: made, answer: 201 },
  'GET /api/admin/me': { needs: 'session' },
  'POST /api/admin/touch': { needs: 'session', answer: 204 },
  'POST /api/admin/lock': { needs: 'session', answer: 204 },
  'POST /api/admin/unlock/options': { needs: 'session' },
  'POST /api/admin/unlock': { needs: 'session', body: (of) => signed(of, '/api/admin/unlock'), answer: 204 },
  'DELETE /api/admin/session': { needs: 'session', answer: 204 },
  'GET /api/admin/audit': { needs: 'open', permission: 'look-at-audit' },
  'POST /api/admin/audit/export': { needs: 'open', permission: 'export-audit', body: async () => ({}) },
  'GET /api/admin/operators': { needs: 'open', permission: 'look-at-operators' },
  'POST /api/admin/search': { needs: 'open', permission: 'search', body: async () => ({ q: 'Bola' }) },
  'GET /api/admin/customers/:id': { needs: 'open', permission: 'look-at-customer', id: customer },
  'GET /api/admin/orders/:id': { needs: 'open', permission: 'look-at-order', id: order },
  'GET /api/admin/deposits/:id': { needs: 'open', permission: 'look-at-deposit', id: deposit },
  ...signedBoth(ACTS['end-review'], reviewEnd),
  ...signedBoth(ACTS['refund-bpc'], bpcRefund),
  ...signedBoth(ACTS['credit-deposit'], credit),
  'POST /api/admin/customers/:id/open': {
    needs: 'open',
    permission: 'open-customer',
    id: customer,
    body: async () => ({ heading: 'payment', words: 'A transfer is late.', withheld: false }),
    answer: 201,
  },
  'GET /api/admin/customers/:id/dashboard': { needs: 'open', permission: 'look-at-customer', id: opened },
  ...signedBoth(ACTS['change-role'], roleChange),
  'GET /api/admin/proposals': { needs: 'open', permission: 'look-at-proposals' },
  'GET /api/admin/reconciliation': { needs: 'open', permission: 'look-at-reconciliation' },
  'GET /api/admin/reconciliation/runs/:id': { needs: 'open', permission: 'look-at-reconciliation', id: run },
  'GET /api/admin/today': { needs: 'open', permission: 'look-at-today' },
  'GET /api/admin/today/health': { needs: 'open', permission: 'look-at-health' },
  'GET /api/admin/reports/daily': { needs: 'open', permission: 'look-at-reports' },
  'POST /api/admin/reports/daily/csv': { needs: 'open', permission: 'export-report', body: async () => DAY },
  'POST /api/admin/reports/daily/pdf': { needs: 'open', permission: 'export-report', body: async () => DAY },
  'GET /api/admin/cases': { needs: 'open', permission: 'list-cases' },
  'GET /api/admin/cases/:id': { needs: 'open', permission: 'show-case', id: caseThatIs('received') },
  'POST /api/admin/cases/:id/take': { needs: 'open', permission: 'take-case', id: caseThatIs('received') },
  'POST /api/admin/cases/:id/answer': {
    needs: 'open',
    permission: 'answer-case',
    id: caseThatIs('in_progress'),
    body: async () => ({ text: 'The bank has it.' }),
  },
  'POST /api/admin/cases/:id/ask': {
    needs: 'open',
    permission: 'ask-case',
    id: caseThatIs('in_progress'),
    body: async ({ caller }) => ({ text: `Which bank was it, asks ${caller.operator.name}?` }),
  },
  'POST /api/admin/cases/:id/fill': {
    needs: 'open',
    permission: 'fill-template',
    id: async ({ caseAboutOrder }) => await caseAboutOrder(),
    body: async () => ({ template: 'reference' }),
  },
  'POST /api/admin/cases/:id/close': {
    needs: 'open',
    permission: 'close-case',
    id: caseThatIs('answered'),
    body: async () => ({ outcome: 'resolved', note: 'The bank had it back.' }),
  },
  'POST /api/admin/cases/:id/pictures': {
    needs: 'open',
    permission: 'attach-picture',
    id: caseThatIs('in_progress'),
    bytes: { type: 'image/jpeg', of: smallPicture },
    answer: 201,
  },
  'GET /api/admin/case-pictures/:id': {
    needs: 'open',
    permission: 'look-at-picture',
    async id(of) {
      await opened(of)
      return of.picture
    },
  },
  'GET /api/admin/filters': { needs: 'open', permission: 'list-filters', isUnrecorded: true },
  'POST /api/admin/filters': { needs: 'open', permission: 'save-filter', body: newFilter, answer: 201 },
  'POST /api/admin/filters/:id': {
    needs: 'open',
    permission: 'rename-filter',
    id: async ({ filter }) => await filter(),
    body: async () => ({ name: 'Renamed' }),
  },
  'DELETE /api/admin/filters/:id': {
    needs: 'open',
    permission: 'delete-filter',
    id: async ({ filter }) => await filter(),
  },
  'GET /api/admin/recoveries': { needs: 'open', permission: 'list-recoveries' },
  ...signedBoth(ACTS['recover-account'], recoveryOf),
  'POST /api/admin/recoveries/:id/stop/options': { needs: 'open', permission: 'stop-recovery', id: openRecovery },
  'POST /api/admin/recoveries/:id/stop': {
    needs: 'open',
    permission: 'stop-recovery',
    id: openRecovery,
    body: async (of) => await signed(of, `/api/admin/recoveries/${await of.recovery()}/stop`),
    answer: 204,
  },
  ...signedBoth({ path: '/api/admin/sessions/end', name: 'end-sessions' }, ending, 200),
  ...signedBoth(ACTS['end-all-sessions'], endingAll),
  ...signedBoth({ path: '/api/admin/freezes', name: 'freeze-customer' }, freeze, 204),
  ...signedBoth(ACTS['unfreeze-customer'], unfreezing),
  'GET /api/admin/access': { needs: 'open', permission: 'look-at-access' },
  'POST /api/admin/access/passkeys/:id/remove/options': { needs: 'open', permission: 'remove-passkey', id: spare },
  'POST /api/admin/access/passkeys/:id/remove': {
    needs: 'open',
    permission: 'remove-passkey',
    id: spare,
    body: async (of) => await signed(of, `/api/admin/access/passkeys/${await spare(of)}/remove`),
    answer: 204,
  },
  ...signedBoth({ path: '/api/admin/access/passphrase', name: 'change-passphrase' }, newPassphrase, 204),
  ...signedBoth({ path: '/api/admin/access/link', name: 'enrol-passkey' }, ownLink, 200),
  ...signedBoth(ACTS['add-operator'], newOperator),
  ...signedBoth(ACTS['revoke-operator'], revocation),
  ...signedBoth(ACTS['resume-money'], resumption),
  ...signedBoth(ACTS['close-difference'], closing),
  ...signedBoth(ACTS['close-differences'], jointClosing),
  'GET /api/admin/settings': { needs: 'open', permission: 'look-at-settings' },
  'GET /api/admin/settings/banks': { needs: 'open', permission: 'look-at-settings', isUnrecorded: true },
  ...signedBoth(ACTS['set-bank-notice'], notice),
  ...signedBoth(ACTS['end-bank-notice'], noticeEnd),
  'GET /api/admin/pauses': { needs: 'open', permission: 'look-at-pauses' },
  ...signedBoth(ACTS['pause-kind'], pause),
  ...signedBoth(ACTS['resume-kind'], pauseEnd),
  ...signedBoth(ACTS['set-channels'], channels),
  ...signedBoth(ACTS['set-prices'], prices),
  ...signedBoth(ACTS['set-limits'], limits),
  ...signedBoth(ACTS['set-customer-limit'], customerLimit),
  'POST /api/admin/requests/:id/confirm/options': { needs: 'open', id: pending },
  'POST /api/admin/requests/:id/confirm': {
    needs: 'open',
    id: pending,
    body: async (of) => await signed(of, `/api/admin/requests/${await of.request()}/confirm`),
    answer: 204,
  },
}
