import { createHash, randomBytes } from 'node:crypto'
import type { SessionId } from '#contract/ids.ts'
import type { Quote } from '#contract/orders.ts'
import type { SubscribedAnswer } from '#contract/push.ts'
import type { ReceiptAddress } from '#contract/receipts.ts'
import type { Batch } from '#contract/selling.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { openedBy, uploadedBy } from '#tests/support/cases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { checkList } from '#tests/support/lists.ts'
import { giveAuthenticator } from '#tests/support/passkeys.ts'
import type { Person } from '#tests/support/person.ts'
import { smallPicture } from '#tests/support/pictures.ts'
import { airtime, BILL_FORMS, codesOf, phoneOf } from '#tests/support/purchases.ts'
import { newSubscription } from '#tests/support/push.ts'
import { provedVisitor, reportedBy } from '#tests/support/visitors.ts'

/** A person's belongings that another could ask for, by the name that the table uses. */
export type Belongings = Readonly<
  Record<
    | 'batch'
    | 'beneficiary'
    | 'bpc'
    | 'case'
    | 'customer'
    | 'examOrder'
    | 'heldOrder'
    | 'order'
    | 'passkey'
    | 'picture'
    | 'push'
    | 'receipt'
    | 'sale'
    | 'session'
    | 'transaction'
    | 'visitorCase',
    string
  >
>

/** Somebody who has one of everything, with texts that nobody else may ever see. */
export type Victim = {
  readonly person: Person
  readonly authenticator: Authenticator
  readonly has: Belongings
  /** Priced but not approved yet. */
  readonly quote: Quote
  readonly batch: Batch
  /** Texts that no reply to anybody else may contain. */
  readonly secrets: readonly string[]
}

/** An account whose holder's name nobody else looks up. */
const ACCOUNT = { accountNumber: '0123456793' }
const FULL_NAME = 'Canaryada Obiorah'
const CUSTOMER = 'Canary Customer'
const NOTE = 'canary-note'
const PASSKEY = 'canary-passkey'
const REPORT = 'canary-report: my transfer is late.'
const REPORT_OUTSIDE = 'canary-report: I cannot sign in.'

/** Gives somebody one of everything. The last order is not sent until the next `settle`. */
export async function makeVictim(jara: TestJara): Promise<Victim> {
  const person = await jara.person(FULL_NAME)
  const authenticator = await giveAuthenticator(jara, person)
  const [passkey] = (await must<{ passkeys: { id: string }[] }>(person, 'GET', '/api/passkeys')).passkeys
  await must(person, 'PATCH', `/api/passkeys/${passkey?.id}`, { name: PASSKEY })
  await sendPicture(jara.url, person)
  const push = await must<SubscribedAnswer>(
    person,
    'POST',
    '/api/push',
    newSubscription(jara.deps.config.sandboxUrl ?? ''),
  )
  const order = await person.withdraw(1_234_500n, ACCOUNT)
  const sale = { customerName: CUSTOMER, priceKobo: '110000' }
  const sold = await person.buy(airtime({ phone: phoneOf(7), sale }))
  const exam = await person.buy(BILL_FORMS.education(6))
  await jara.settle()
  const { customer } = await must<{ customer: { id: string } }>(person, 'POST', '/api/customers', {
    name: CUSTOMER,
    phone: phoneOf(8),
    note: NOTE,
  })
  const picture = await uploadedBy(jara.url, person)
  const report = await openedBy(person, { text: REPORT, pictures: [picture] })
  // Written without signing in, with the same email.
  const outside = await reportedBy(await provedVisitor(jara, person.email), { text: REPORT_OUTSIDE })
  const { transactions } = await must<TransactionsAnswer>(person, 'GET', '/api/transactions')
  const transaction = transactions.find((each) => each.orderId === order.id)?.id ?? ''
  const receipt = await must<ReceiptAddress>(person, 'POST', `/api/transactions/${transaction}/receipt`)
  const batch = await checkList(person, `${phoneOf(9)},500,Canary Listed`)
  // Quotes made before the BPC do not use it, so that it can be returned.
  const [quote, held] = [await person.quote(20_000n, ACCOUNT), await person.quote(55_500n, ACCOUNT)]
  await person.buyBpc('wallet')
  await jara.settle()
  const codes = await codesOf(person)
  const { sessions } = await must<{ sessions: { id: string }[] }>(person, 'GET', '/api/sessions')
  const { beneficiaries } = await must<{ beneficiaries: { id: string }[] }>(
    person,
    'GET',
    // Only a phone number can be given a name.
    '/api/beneficiaries?kind=phone',
  )
  const recipient = order.kind === 'withdrawal' ? order.recipient.accountName : ''
  return {
    person,
    authenticator,
    batch,
    quote,
    has: {
      batch: batch.id,
      beneficiary: beneficiaries[0]?.id ?? '',
      bpc: codes.find(({ kind }) => kind === 'bought')?.id ?? '',
      case: report.id,
      customer: customer.id,
      examOrder: exam.id,
      heldOrder: (await person.approve(held)).body.order.id,
      order: order.id,
      passkey: passkey?.id ?? '',
      picture,
      push: push.subscription.id,
      receipt: receipt.code,
      sale: sold.id,
      session: sessions[0]?.id ?? '',
      transaction,
      visitorCase: outside.id,
    },
    secrets: [
      FULL_NAME,
      CUSTOMER,
      NOTE,
      PASSKEY,
      REPORT,
      REPORT_OUTSIDE,
      recipient,
      'Canary Listed',
      person.email,
      person.id,
      person.deviceId,
      report.trackingNumber,
      outside.trackingNumber,
      ...codes.map(({ code }) => code),
      ...[...jara.world.state.deliveries.values()].flatMap(({ pins = [] }) => pins.map(({ pin }) => pin)),
    ],
  }
}

/** Sends a small picture as the profile picture. */
async function sendPicture(url: string, person: Person): Promise<void> {
  const answer = await fetch(`${url}/api/me/image`, {
    method: 'PUT',
    headers: { cookie: person.cookie(), 'content-type': 'image/jpeg' },
    body: new Uint8Array(await smallPicture()),
  })
  if (!answer.ok) throw new Error(`picture refused: ${await answer.text()}`)
}

async function must<Body>(person: Person, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await person.call<Body>(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const MINUTE_MS = 60_000

/** The states of a session created for one request. */
export const SESSION_STATES = {
  fresh: {},
  /** Unlocked, but the full sign-in and the unlock are both too old, and nothing was approved since it began. */
  stale: { created_at: 0, password_at: -11 * MINUTE_MS, unlocked_at: -6 * MINUTE_MS },
  locked: { locked_at: 0 },
  /** In constant use, but last unlocked a day ago. */
  'open a day': { password_at: -(24 * 60 * MINUTE_MS + 1), unlocked_at: -(24 * 60 * MINUTE_MS + 1) },
  ended: { ended_at: 0 },
  expired: { created_at: -30 * 24 * 60 * MINUTE_MS },
} as const satisfies Record<string, Readonly<Record<string, number>>>
export type SessionState = keyof typeof SESSION_STATES

const UNTOUCHED = { locked_at: null, ended_at: null, previous_token_hash: null, previous_until: null }

export type MadeSession = { readonly id: SessionId; readonly cookie: string }

/** An additional session of a person, like their own except for its state. */
export async function makeSession(jara: TestJara, person: Person, state: SessionState): Promise<MadeSession> {
  const token = randomBytes(32).toString('base64url')
  const id = jara.deps.newId('ses')
  const now = jara.clock.now().getTime()
  const times = { password_at: 0, unlocked_at: 0, last_seen_at: 0, ...SESSION_STATES[state] }
  const changes = Object.fromEntries(
    Object.entries(times).map(([column, ms]) => [column, new Date(now + ms).toISOString()]),
  )
  const hash = createHash('sha256').update(token).digest('hex')
  await jara.database.query(
    `insert into sessions select made.* from
       (select * from sessions where user_id = $1 order by created_at desc, id desc limit 1) own,
       jsonb_populate_record(null::sessions, to_jsonb(own) || $2::jsonb) made`,
    [person.id, JSON.stringify({ ...UNTOUCHED, ...changes, id, token_hash: `\\x${hash}` })],
  )
  return { id, cookie: `jara=${token}` }
}

/** Every row about a person, as text, except created sessions and the time a session was last seen. */
export async function rowsOf(
  jara: TestJara,
  { person, has }: Pick<Victim, 'person' | 'has'>,
  made: ReadonlySet<string>,
): Promise<readonly string[]> {
  const ids = [person.id, ...Object.values(has)]
  const rows = await allRows(jara)
  return rows.filter((row) => ids.some((id) => row.includes(id)) && ![...made].some((id) => row.includes(id)))
}

/** Every row of the database, as text after its table's name, except the time a session was last seen. */
export async function allRows({ database }: Pick<TestJara, 'database'>): Promise<readonly string[]> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const selects = tables.map(
    ({ name }) => `select '${name} ' || (to_jsonb(t) - 'last_seen_at')::text as row from ${name} t`,
  )
  const rows = await database.query<{ row: string }>(selects.join(' union all '))
  return rows.map(({ row }) => row).toSorted()
}
