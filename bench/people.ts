import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { DEFAULT_PRICES, QUOTE_LIFETIME_MS, SANDBOX_GRANT_KOBO, stampDutyKobo } from '#contract/constants.ts'
import type { DeviceId, UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { OrderBody } from '#contract/orders.ts'
import { transferFeeKobo } from '#contract/prices.ts'
import { approvalText } from '#server/identity/devices/device-key.ts'
import { hashPinProof } from '#server/identity/pin/attempts.ts'
import { hashToken } from '#server/identity/sessions/session-cookie.ts'
import { account } from '#server/ledger/accounts.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { addStatementLine } from '#server/ledger/statement.ts'
import { withdrawalTerms } from '#server/payments/kinds/withdrawal/quote-withdrawal.ts'
import { type Keys, keysFrom } from '#server/platform/crypto/keys.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { idSource } from '#server/platform/ids.ts'

/** An approval ready to send: everything a page sends when the customer confirms. */
export type PreparedOrder = { readonly cookie: string; readonly body: string }

type Person = {
  readonly userId: UserId
  readonly deviceId: DeviceId
  readonly token: string
  readonly pinProof: string
  readonly x: string
  readonly y: string
  readonly privateKey: KeyObject
}

const AMOUNT_KOBO = kobo(10_000)
const RECIPIENT = { accountName: 'ADA OBI', accountNumber: '0123456784', bankCode: '044', bankName: 'Access Bank' }
const QUOTES_PER_STATEMENT = 1_000

const now = new Date()
const newId = idSource(() => now, randomBytes)

/**
 * Puts people with a device, a PIN, an open session and practice money into a fresh database, and for each order a
 * signed approval of its own quote. Neighbours in the result are different people, so nobody waits for themselves.
 */
export async function prepareOrders(
  database: Database,
  of: { secretHex: string; people: number; orders: number },
): Promise<PreparedOrder[]> {
  const keys = keysFrom(Buffer.from(of.secretHex, 'hex'))
  const people = Array.from({ length: of.people }, newPerson)
  await database.transaction(async (tx) => {
    await insertPeople(tx, keys, people)
    for (const { userId } of people) await grant(tx, userId)
    await openHeld(tx, people)
  })
  const prepared: PreparedOrder[] = []
  while (prepared.length < of.orders) {
    const count = Math.min(QUOTES_PER_STATEMENT, of.orders - prepared.length)
    const owners = Array.from({ length: count }, (_, i) => personAt(people, prepared.length + i))
    prepared.push(...(await database.transaction((tx) => quoteFor(tx, owners))))
  }
  return prepared
}

/** Undoes outlastRun: a starting app deletes quotes and locks sessions dated too far in the future. */
export async function endRun(database: Database): Promise<void> {
  const [row] = await database.query<{ isMigrated: boolean }>(
    `select to_regclass('quotes') is not null as "isMigrated"`,
  )
  if (row?.isMigrated !== true) return
  await database.exec(`update quotes set expires_at = least(expires_at, now() + interval '1 minute')`)
  await database.exec('update sessions set last_seen_at = least(last_seen_at, now())')
}

/**
 * Keeps prepared quotes and sessions valid throughout a run, which measures approvals, not expiry. Sessions stay marked
 * as just seen, as after a real quote. Call it after each start of the app, and endRun before the next.
 */
export async function outlastRun(database: Database): Promise<void> {
  await database.exec(`update quotes set expires_at = now() + interval '1 hour'`)
  await database.exec(`update sessions set last_seen_at = now() + interval '1 hour'`)
  await database.exec('vacuum analyze quotes, sessions')
}

function personAt(people: readonly Person[], index: number): Person {
  const person = people[index % people.length]
  if (person === undefined) throw new Error('at least one person is needed')
  return person
}

function newPerson(): Person {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const secret = () => randomBytes(32).toString('base64url')
  return { userId: newId('usr'), deviceId: newId('dev'), token: secret(), pinProof: secret(), x, y, privateKey }
}

async function insertPeople(tx: Transaction, keys: Keys, people: readonly Person[]): Promise<void> {
  const users = people.map((each) => each.userId)
  const devices = people.map((each) => each.deviceId)
  await tx.query(
    `insert into users (id, email, full_name, password_hash, created_at, new_since)
     select id, id || '@example.ng', 'Ada Obi', '$argon2id$none', $2, $2 from unnest($1::text[]) as id`,
    [users, now],
  )
  await tx.query(
    `insert into devices (user_id, id, key_x, key_y, created_at)
     select *, $5::timestamptz from unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
    [users, devices, people.map((each) => each.x), people.map((each) => each.y), now],
  )
  const pinHashes = people.map((each) => Buffer.from(hashPinProof({ keys }, each.pinProof)).toString('hex'))
  await tx.query(
    `insert into pins (user_id, device_id, pin_hash)
     select u, d, decode(h, 'hex') from unnest($1::text[], $2::text[], $3::text[]) as given (u, d, h)`,
    [users, devices, pinHashes],
  )
  await tx.query(
    `insert into sessions (user_id, id, device_id, token_hash, created_at, password_at, unlocked_at, last_seen_at)
     select u, s, d, decode(h, 'hex'), $5::timestamptz, $5, $5, $6::timestamptz
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given (u, s, d, h)`,
    [
      users,
      people.map(() => newId('ses')),
      devices,
      people.map((each) => Buffer.from(hashToken(each.token)).toString('hex')),
      now,
      new Date(),
    ],
  )
}

// equity:sandbox → user available 200,000.00
async function grant(tx: Transaction, userId: UserId): Promise<void> {
  const movement = {
    from: account.sandboxEquity,
    to: account.available(userId),
    amountKobo: SANDBOX_GRANT_KOBO,
  }
  await postTransfer(tx, {
    id: newId('trf'),
    userId,
    kind: 'grant',
    key: 'grant',
    subjectId: null,
    movements: [movement],
    at: now,
  })
  await addStatementLine(tx, {
    id: newId('txn'),
    userId,
    kind: 'grant',
    title: 'Sandbox grant',
    counterparty: null,
    counterpartyDetail: null,
    amountKobo: SANDBOX_GRANT_KOBO,
    status: 'completed',
    at: now,
  })
}

/** Opens held accounts up front: a person's first order would open one, and accounts are opened one at a time. */
async function openHeld(tx: Transaction, people: readonly Person[]): Promise<void> {
  await tx.query(
    'insert into ledger_accounts (user_id, id, sign_rule) select u, h, 1 from unnest($1::text[], $2::text[]) as given (u, h)',
    [people.map(({ userId }) => userId), people.map(({ userId }) => account.held(userId))],
  )
}

async function quoteFor(tx: Transaction, owners: readonly Person[]): Promise<PreparedOrder[]> {
  const [feeKobo, dutyKobo] = [transferFeeKobo(DEFAULT_PRICES, AMOUNT_KOBO, 'standard'), stampDutyKobo(AMOUNT_KOBO)]
  const totalKobo = kobo(AMOUNT_KOBO + feeKobo + dutyKobo)
  const availableAfterKobo = kobo(SANDBOX_GRANT_KOBO - totalKobo)
  const amounts = { amountKobo: AMOUNT_KOBO, feeKobo, dutyKobo, totalKobo, availableAfterKobo }
  const terms = withdrawalTerms({ ...amounts, recipient: RECIPIENT })
  const createdAt = new Date()
  const quotes = owners.map((owner) => ({
    owner,
    id: newId('quo'),
    challenge: randomBytes(32).toString('base64url'),
  }))
  await tx.query(
    `insert into quotes (user_id, id, kind, terms, challenge, amount_kobo, fee_kobo, duty_kobo, discount_kobo,
       total_kobo, available_after_kobo, recipient, created_at, expires_at)
     select u, q, 'withdrawal', $4, c, $5, $6, $7, 0, $8, $9, $10::jsonb, $11, $12
     from unnest($1::text[], $2::text[], $3::text[]) as given (u, q, c)`,
    [
      quotes.map((each) => each.owner.userId),
      quotes.map((each) => each.id),
      quotes.map((each) => each.challenge),
      terms,
      AMOUNT_KOBO,
      feeKobo,
      dutyKobo,
      totalKobo,
      availableAfterKobo,
      JSON.stringify(RECIPIENT),
      createdAt,
      new Date(createdAt.getTime() + QUOTE_LIFETIME_MS),
    ],
  )
  return quotes.map(({ owner, id, challenge }) => approve(owner, { id, challenge, terms }))
}

function approve(owner: Person, quote: { id: string; challenge: string; terms: string }): PreparedOrder {
  const text = approvalText({ purpose: 'order', challenge: quote.challenge, terms: quote.terms })
  const signature = sign('sha256', Buffer.from(text), { key: owner.privateKey, dsaEncoding: 'ieee-p1363' })
  const { deviceId, pinProof } = owner
  const body: OrderBody = {
    quoteId: quote.id,
    approval: { deviceId, pinProof, signature: signature.toString('base64url') },
  }
  return { cookie: `jara=${owner.token}`, body: JSON.stringify(body) }
}
