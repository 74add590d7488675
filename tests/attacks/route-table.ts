import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import { kobo } from '#contract/money.ts'
import type { QuoteBody } from '#contract/orders.ts'
import type { NewPasskeyOptions, UnlockOptions } from '#contract/passkeys.ts'
import { smsOnText } from '#contract/sms.ts'
import { challengeToSign, newAuthenticator } from '#tests/support/authenticator.ts'
import { newKey } from '#tests/support/cases.ts'
import { NOBODY_LISTENS } from '#tests/support/nobody-listens.ts'
import { PASSWORD, type Person, PIN, RECIPIENT } from '#tests/support/person.ts'
import { smallPicture } from '#tests/support/pictures.ts'
import { phoneOf } from '#tests/support/purchases.ts'
import { newSubscription } from '#tests/support/push.ts'
import type { Belongings, Victim } from './victim.ts'

/**
 * Who may do what: one line for each route of the product. Add a line for each new route; without one,
 * tests/attacks/route-matrix.test.ts fails and names the route.
 */

/**
 * What a caller needs; each level includes the previous ones: nothing · a session, locked or not · an unlocked session
 * · one whose person proved themselves within minutes · one with a full sign-in within minutes.
 */
export const NEEDS = ['nothing', 'session', 'unlocked', 'just-proved', 'fresh'] as const
export type Needs = (typeof NEEDS)[number]

export type Row = {
  readonly needs: Needs
  /** The attacked person's row whose id is in the address. */
  readonly id?: keyof Belongings
  readonly query?: string
  /** A body with every field valid. */
  readonly body?: (of: Asking) => unknown
  /** Bytes instead of JSON, and their content type. */
  readonly bytes?: { readonly type: string; readonly of: () => Promise<Uint8Array> }
  /** The reply to the owner: a status, or a refusal that only owners get far enough to receive. 200 by default. */
  readonly owner?: number | ErrorCode
  /** The reply to another person with an equally good session. By default the same as the owner's. */
  readonly stranger?: number | ErrorCode
}

/** What a body is made from: the caller, their session, and the attacked person. */
export type Asking = {
  readonly caller: Person
  readonly victim: Victim
  /** The product's origin, as a browser names it. */
  readonly origin: string
  /** The reply to another call in the same session; null if it is refused. */
  ask<Body>(method: 'GET' | 'POST', path: string): Promise<Body | null>
}

const row = (needs: Needs, rest: Omit<Row, 'needs'> = {}): Row => ({ needs, ...rest })
const NOBODYS_CHALLENGE = 'A'.repeat(43)
const LAGOS_DAYS = { from: '2026-11-21', to: '2026-11-22' } as const
const DAYS = new URLSearchParams(LAGOS_DAYS).toString()
const CHOSEN = { q: 'Canary', kind: 'withdrawal', status: 'completed' } as const
const TRANSFER = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' } as const satisfies QuoteBody
const wrongSecondStep = { token: NOBODYS_CHALLENGE, proof: { by: 'email', code: '000000' } }
const UNMADE = { id: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }

export const ROUTES: Readonly<Record<string, Row>> = {
  // Open to everybody.
  'GET /healthz': row('nothing'),
  'GET /readyz': row('nothing'),
  'GET /api/openapi.json': row('nothing'),
  'GET /api/installation': row('nothing'),
  'GET /api/receipts/:code': row('nothing', { id: 'receipt' }),
  'GET /r/:code': row('nothing', { id: 'receipt' }),
  'POST /api/accounts': row('nothing', { body: newAccount, owner: 201 }),
  'POST /api/sessions': row('nothing', { body: wrongPassword, owner: 'session.wrong-credentials' }),
  'POST /api/sessions/second-step': row('nothing', { body: () => wrongSecondStep, owner: 'session.second-step-ended' }),
  'POST /api/sessions/second-step/mail': row('nothing', {
    body: () => ({ token: NOBODYS_CHALLENGE }),
    owner: 'session.second-step-ended',
  }),
  'POST /api/password-resets': row('nothing', { body: someEmail, owner: 202 }),
  'PUT /api/password-resets': row('nothing', {
    body: () => ({ token: NOBODYS_CHALLENGE, newPassword: 'short zebras wake early' }),
    owner: 'account.link-ended',
  }),
  'POST /api/email-proofs': row('nothing', { body: someEmail, owner: 202 }),
  'POST /api/visitors/codes': row('nothing', { body: someEmail, owner: 202 }),
  'POST /api/visitors/passes': row('nothing', {
    body: (of) => ({ ...someEmail(of), code: '000000' }),
    owner: 'account.code-wrong',
  }),
  'DELETE /api/visitors/passes/current': row('nothing', { owner: 'visitor.pass-ended' }),
  'GET /api/visitors/cases': row('nothing', { owner: 'visitor.pass-ended' }),
  'GET /api/visitors/cases/:id': row('nothing', { id: 'visitorCase', owner: 'visitor.pass-ended' }),
  'POST /api/visitors/cases': row('nothing', {
    body: () => ({ key: newKey(), topic: 'other', text: 'Where is it?' }),
    owner: 'visitor.pass-ended',
  }),
  'POST /api/visitors/cases/:id/messages': row('nothing', {
    id: 'visitorCase',
    body: () => ({ key: newKey(), text: 'And another thing.' }),
    owner: 'visitor.pass-ended',
  }),
  'POST /api/freeze-links': row('nothing', {
    body: ({ victim }) => ({ token: `${victim.person.id}.${NOBODYS_CHALLENGE}` }),
    owner: 'account.link-ended',
  }),
  // Opening it leads to a page; only a POST changes anything, and only with a token of ours.
  'GET /api/alerts/unsubscribe': row('nothing', { query: `token=${NOBODYS_CHALLENGE}`, owner: 303 }),
  'POST /api/alerts/unsubscribe': row('nothing', { query: `token=${NOBODYS_CHALLENGE}`, owner: 'alert.link-wrong' }),
  'DELETE /api/sessions/current': row('nothing', { owner: 204 }),
  'POST /api/csp-reports': row('nothing', { bytes: { type: 'application/csp-report', of: policyReport }, owner: 204 }),
  'POST /webhooks/paystack': row('nothing', { body: () => ({ event: 'charge.success' }), owner: 'webhook.unsigned' }),
  'POST /webhooks/vtpass/:secret': row('nothing', { id: 'order', owner: 'request.not-found' }),

  // The locked screen.
  'GET /api/me': row('session'),
  'GET /api/me/image': row('session', { stranger: 'image.not-found' }),
  'GET /api/challenges': row('session'),
  'POST /api/lock': row('session', { owner: 204 }),
  'POST /api/touch': row('unlocked', { owner: 204 }),
  'POST /api/unlock': row('session', { body: unlockByPin, owner: 204 }),
  'POST /api/passkeys/unlock/options': row('session'),
  'POST /api/passkeys/unlock': row('session', { body: unlockByPasskey, owner: 204, stranger: 'passkey.refused' }),

  // Reading.
  'GET /api/wallet': row('unlocked'),
  'GET /api/alerts': row('unlocked'),
  'GET /api/alerts/settings': row('unlocked'),
  'GET /api/transactions': row('unlocked'),
  'POST /api/transactions/search': row('unlocked', { body: () => CHOSEN }),
  'GET /api/transactions/months': row('unlocked'),
  'GET /api/transactions/:id': row('unlocked', { id: 'transaction', stranger: 'request.not-found' }),
  'POST /api/statements/csv': row('unlocked', { body: () => ({ ...LAGOS_DAYS, ...CHOSEN }) }),
  'POST /api/statements/pdf': row('unlocked', { body: () => ({ ...LAGOS_DAYS, ...CHOSEN }) }),
  'GET /api/funding-account': row('unlocked'),
  'GET /api/bank-notices': row('unlocked'),
  'GET /api/pauses': row('unlocked'),
  'GET /api/banks': row('unlocked'),
  'GET /api/networks': row('unlocked'),
  'GET /api/data-bundles': row('unlocked', { query: 'network=mtn' }),
  'GET /api/billers': row('unlocked'),
  'GET /api/tv-plans': row('unlocked', { query: 'biller=gotv' }),
  'GET /api/exam-pins': row('unlocked'),
  'GET /api/orders/:id/pins': row('unlocked', { id: 'examOrder', stranger: 'order.not-found' }),
  'GET /api/beneficiaries': row('unlocked'),
  'GET /api/orders/:id': row('unlocked', { id: 'order', stranger: 'order.not-found' }),
  'GET /api/customers': row('unlocked'),
  'GET /api/batches/:id': row('unlocked', { id: 'batch', stranger: 'request.not-found' }),
  'GET /api/batches/:id/csv': row('unlocked', { id: 'batch', stranger: 'request.not-found' }),
  'GET /api/sales': row('unlocked', { query: DAYS }),
  'GET /api/sales/:id': row('unlocked', { id: 'sale', stranger: 'order.not-found' }),
  'GET /api/cases': row('unlocked'),
  'GET /api/cases/:id': row('unlocked', { id: 'case', stranger: 'case.not-found' }),
  'GET /api/case-pictures/:id': row('unlocked', { id: 'picture', stranger: 'case.picture-not-found' }),
  'GET /api/sessions': row('unlocked'),
  'GET /api/passkeys': row('unlocked'),
  'GET /api/push': row('unlocked'),
  'GET /api/events': row('unlocked'),
  'GET /api/bpc': row('just-proved'),
  'GET /api/bpc/savings': row('unlocked'),

  // Paying.
  'POST /api/banks/resolve': row('unlocked', { body: () => RECIPIENT }),
  'POST /api/billers/resolve': row('unlocked', { body: () => ({ biller: 'gotv', customerNumber: '2005000001' }) }),
  'POST /api/quotes': row('unlocked', { body: () => TRANSFER, owner: 201 }),
  'POST /api/orders': row('unlocked', { body: approvedOrder, owner: 201, stranger: 'quote.not-found' }),
  'POST /api/orders/:id/check': row('unlocked', { id: 'order', stranger: 'order.not-found' }),
  'POST /api/orders/:id/cancel': row('unlocked', { id: 'heldOrder', stranger: 'order.not-found' }),
  'POST /api/batches': row('unlocked', { body: list, owner: 201 }),
  'POST /api/batches/:id/approve': row('unlocked', {
    id: 'batch',
    body: approvedList,
    owner: 201,
    stranger: 'quote.not-found',
  }),
  'POST /api/bpc/:id/return': row('just-proved', { id: 'bpc', stranger: 'bpc.not-found' }),

  // Writing.
  'POST /api/transactions/:id/receipt.pdf': row('unlocked', { id: 'transaction', stranger: 'request.not-found' }),
  'POST /api/transactions/:id/receipt': row('unlocked', {
    id: 'transaction',
    body: () => ({ showsNames: true }),
    stranger: 'request.not-found',
  }),
  'POST /api/customers': row('unlocked', { body: () => ({ name: 'Some Body', phone: phoneOf(21) }), owner: 201 }),
  'PATCH /api/customers/:id': row('unlocked', {
    id: 'customer',
    body: () => ({ name: 'Any Body' }),
    stranger: 'customer.not-found',
  }),
  'POST /api/cases': row('unlocked', { body: report, owner: 201, stranger: 'case.transaction-unknown' }),
  'POST /api/cases/:id/messages': row('unlocked', {
    id: 'case',
    body: () => ({ key: newKey(), text: 'And another thing.' }),
    owner: 201,
    stranger: 'case.not-found',
  }),
  'POST /api/alerts/seen': row('unlocked', { body: () => ({ id: `alr_${'0'.repeat(35)}` }), owner: 204 }),
  'PUT /api/alerts/settings': row('unlocked', { body: () => ({ category: 'money', channel: 'email', isOn: false }) }),
  'PUT /api/alerts/preferences': row('unlocked', { body: () => ({ showsAmounts: true, quiet: null }) }),
  'POST /api/alerts/test': row('unlocked', { body: () => ({ channel: 'email' }), owner: 202 }),
  'POST /api/case-pictures': row('unlocked', { bytes: { type: 'image/jpeg', of: smallPicture }, owner: 201 }),
  'PATCH /api/me': row('unlocked', { body: () => ({ fullName: 'Some Body' }) }),
  'PUT /api/me/phone': row('unlocked', { body: () => ({ phone: '08031234567' }) }),
  'POST /api/funding-account': row('unlocked', { body: () => ({ phone: '08031234567' }) }),
  'PUT /api/me/image': row('unlocked', { bytes: { type: 'image/jpeg', of: smallPicture } }),
  'POST /api/push': row('unlocked', { body: () => newSubscription(NOBODY_LISTENS.url) }),
  'PATCH /api/passkeys/:id': row('unlocked', {
    id: 'passkey',
    body: () => ({ name: 'Any phone' }),
    stranger: 'passkey.not-found',
  }),
  // The attacked person has a passkey, so the password alone makes nothing fresh.
  'POST /api/sessions/current/password': row('unlocked', {
    body: () => ({ password: PASSWORD }),
    owner: 'session.proof-needed',
    stranger: 204,
  }),
  'GET /api/factors': row('unlocked'),
  'GET /api/account-events': row('unlocked'),
  'GET /api/looks': row('unlocked'),
  'POST /api/freeze': row('unlocked', { body: approved('freeze'), owner: 204, stranger: 'approval.invalid' }),

  // What needs a full sign-in.
  'PUT /api/pin': row('fresh', { body: newPin, owner: 204 }),
  'PUT /api/password': row('fresh', {
    body: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD }),
    owner: 'account.password-same',
  }),
  'POST /api/me/email': row('fresh', { body: someEmail, owner: 202 }),
  'PUT /api/me/email': row('fresh', {
    body: (of) => ({ ...someEmail(of), code: '000000' }),
    owner: 'account.code-wrong',
  }),
  'GET /api/sms': row('unlocked'),
  'POST /api/sms/phone': row('fresh', { body: () => ({ phone: phoneOf(3) }), owner: 202 }),
  'POST /api/sms/phone/confirm': row('fresh', {
    body: () => ({ phone: phoneOf(3), code: '000000', agreed: smsOnText(kobo(600n)) }),
    owner: 'sms.code-wrong',
  }),
  'DELETE /api/sms': row('fresh'),
  'PUT /api/authenticator': row('fresh', { body: () => ({ code: '000000' }), owner: 'authenticator.none' }),
  'DELETE /api/authenticator': row('fresh', { owner: 'authenticator.none' }),
  'POST /api/authenticator': row('fresh'),
  'POST /api/recovery-codes': row('fresh'),
  'POST /api/me/export': row('fresh'),
  'DELETE /api/me': row('fresh', { body: approved('close'), owner: 'account.not-empty', stranger: 'approval.invalid' }),
  'POST /api/passkeys/options': row('fresh'),
  'POST /api/passkeys': row('fresh', { body: newPasskey, owner: 201 }),
  'DELETE /api/freeze': row('fresh', { body: approved('unfreeze'), owner: 204, stranger: 'approval.invalid' }),

  // Removing.
  'DELETE /api/customers/:id': row('unlocked', { id: 'customer', owner: 204, stranger: 'customer.not-found' }),
  'PATCH /api/beneficiaries/:id': row('unlocked', {
    id: 'beneficiary',
    body: () => ({ name: 'Some Body' }),
    stranger: 'beneficiary.not-found',
  }),
  'DELETE /api/beneficiaries/:id': row('unlocked', {
    id: 'beneficiary',
    owner: 204,
    stranger: 'beneficiary.not-found',
  }),
  'DELETE /api/push/:id': row('unlocked', { id: 'push', owner: 204, stranger: 'push.not-found' }),
  'DELETE /api/me/image': row('unlocked', { owner: 204 }),
  'DELETE /api/passkeys/:id': row('fresh', { id: 'passkey', owner: 204, stranger: 'passkey.not-found' }),
  'DELETE /api/sessions/:id': row('unlocked', {
    id: 'session',
    body: approved('end-session'),
    owner: 204,
    stranger: 'session.not-found',
  }),
}

/** The built web app: files and pages that are the same for everybody. */
export const WEB_FILES: readonly RegExp[] = [
  /^GET \/(?:|index\.html|faq|privacy|sw\.js|theme\.js|old-browser\.js|favicon\.svg|manifest\.webmanifest)$/,
  /^GET \/(?:icons|assets)\/:file$/,
]

function newAccount({ caller }: Asking) {
  const email = `${randomBytes(6).toString('hex')}@example.ng`
  return { fullName: 'New Comer', email, password: PASSWORD, device: { publicKey: caller.device.publicKey } }
}

/** An unused email, different each time. */
function someEmail(_: Asking) {
  return { email: `${randomBytes(6).toString('hex')}@example.ng` }
}

/** Tries a stranger's account, so that owner and stranger get the same reply. */
function wrongPassword({ caller }: Asking) {
  const email = `${randomBytes(6).toString('hex')}@example.ng`
  return { email, password: PASSWORD, device: { publicKey: caller.device.publicKey } }
}

async function policyReport() {
  const report = { 'document-uri': 'https://jara.example/', 'violated-directive': 'img-src', 'blocked-uri': 'data' }
  return Buffer.from(JSON.stringify({ 'csp-report': report }))
}

async function challengeFor({ ask }: Asking): Promise<string> {
  return (await ask<{ challenge: string }>('GET', '/api/challenges'))?.challenge ?? NOBODYS_CHALLENGE
}

async function unlockByPin(of: Asking) {
  const { device } = of.caller
  const challenge = await challengeFor(of)
  return { challenge, pinProof: await device.pinProof(PIN), signature: await device.sign('unlock', challenge) }
}

/** With the passkey of the attacked person, here the caller. */
async function unlockByPasskey({ ask, victim: { authenticator } }: Asking) {
  const options = await ask<UnlockOptions>('POST', '/api/passkeys/unlock/options')
  const challenge = options?.challenge ?? NOBODYS_CHALLENGE
  return { challenge, passkey: authenticator.get(options?.options.challenge ?? challengeToSign('unlock', challenge)) }
}

/** An approval that names the attacked person's device and is signed by the caller. */
async function approvalOf({ caller, victim }: Asking, ...signed: Parameters<Person['device']['sign']>) {
  const signature = await caller.device.sign(...signed)
  return { deviceId: victim.person.deviceId, pinProof: await caller.device.pinProof(PIN), signature }
}

async function approvedOrder(of: Asking) {
  const { id, challenge, terms } = of.victim.quote
  return { quoteId: id, approval: await approvalOf(of, 'order', challenge, terms) }
}

async function approvedList(of: Asking) {
  const { challenge, terms } = of.victim.batch
  return { approval: await approvalOf(of, 'order', challenge, terms) }
}

function approved(purpose: 'freeze' | 'unfreeze' | 'end-session' | 'close') {
  return async (of: Asking) => {
    const challenge = await challengeFor(of)
    return { challenge, approval: await approvalOf(of, purpose, challenge) }
  }
}

async function newPin({ caller }: Asking) {
  return { pinProof: await caller.device.pinProof(PIN) }
}

async function newPasskey({ ask, origin }: Asking) {
  const asked = await ask<NewPasskeyOptions>('POST', '/api/passkeys/options')
  if (asked === null) return { challenge: NOBODYS_CHALLENGE, credential: UNMADE }
  return { challenge: asked.challenge, credential: newAuthenticator({ origin }).create(asked.options) }
}

function report({ victim }: Asking) {
  return { key: newKey(), topic: 'payment', transactionId: victim.has.transaction, text: 'Where is it?' }
}

function list() {
  return { kind: 'airtime', rows: [{ phone: phoneOf(31), network: 'mtn', amountKobo: '50000' }] }
}
