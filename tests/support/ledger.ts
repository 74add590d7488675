import type { OrderId, UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import { account, type HOUSE } from '#server/ledger/accounts.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { type Movement, type PostedTransfer, postTransfer, type TransferCommand } from '#server/ledger/post.ts'
import type { Database } from '#server/platform/db/database.ts'
import { idSource, type NewId } from '#server/platform/ids.ts'
import { type TestClock, testClock } from './clock.ts'
import { seededRandomBytes } from './ids.ts'

type Posting = Partial<TransferCommand> & { userId: UserId | typeof HOUSE; movements: readonly Movement[] }

/** The ledger of a test database, with short names for what tests post. */
export type TestLedger = {
  readonly database: Database
  readonly clock: TestClock
  readonly newId: NewId
  /** Posts in a transaction of its own; by default a deposit with a fresh key. */
  post(posting: Posting): Promise<PostedTransfer>
  /** A new user with this balance, in kobo. */
  userWith(amountKobo: bigint | number): Promise<UserId>
  hold(userId: UserId, amountKobo: bigint | number, orderId?: OrderId): Promise<OrderId>
  available(userId: UserId): Promise<bigint>
}

export function testLedger(database: Database, seed: string | number = 'ledger'): TestLedger {
  const clock = testClock()
  const newId = idSource(clock.now, seededRandomBytes(seed))
  const post = (posting: Posting) => {
    const id = newId('trf')
    return database.transaction((tx) =>
      postTransfer(tx, { id, kind: 'deposit', key: id, subjectId: null, at: clock.now(), ...posting }),
    )
  }
  return {
    database,
    clock,
    newId,
    post,
    async userWith(amountKobo) {
      const userId = newId('usr')
      await post({
        userId,
        kind: 'grant',
        movements: [move(account.sandboxEquity, account.available(userId), amountKobo)],
      })
      return userId
    },
    async hold(userId, amountKobo, orderId = newId('ord')) {
      const movements = [move(account.available(userId), account.held(userId), amountKobo)]
      await post({ userId, kind: 'hold', key: `hold:${orderId}`, subjectId: orderId, movements })
      return orderId
    },
    available: async (userId) => (await readBalances(database, userId)).availableKobo,
  }
}

/** One movement, kobo. */
export function move(from: string, to: string, amountKobo: bigint | number): Movement {
  return { from, to, amountKobo: kobo(amountKobo) }
}
