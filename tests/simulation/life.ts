import type { Database, Sql, Transaction } from '#server/platform/db/database.ts'
import type { Activity } from './activity.ts'

/** Thrown by everything a process does after its end, and to those who waited for its reply. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
}

/** One process of the product, from its start to its end. */
export type Life = {
  readonly isOver: boolean
  /** Kill -9, now. */
  end(): void
  /** Ends at the n-th SQL statement from now. A commit counts as two points: before it, and before its reply. */
  endAtStatement(n: number): void
  /** Ends after the provider has carried out a request, before its reply arrives. */
  endAtAnswer(): void
  statement(): void
  answer(): void
  /** Rejects when this process ends. */
  readonly ended: Promise<never>
}

export function createLife(): Life {
  let isOver = false
  let statementsLeft = Number.POSITIVE_INFINITY
  let answersLeft = Number.POSITIVE_INFINITY
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => undefined)
  function end(): void {
    isOver = true
    reject(new ProcessEnded('the process has ended'))
  }
  return {
    get isOver() {
      return isOver
    },
    ended,
    end,
    endAtStatement(n) {
      statementsLeft = n
    },
    endAtAnswer() {
      answersLeft = 1
    },
    statement() {
      if (--statementsLeft <= 0) end()
      if (isOver) throw new ProcessEnded('the process has ended')
    },
    answer() {
      if (--answersLeft <= 0) end()
    },
  }
}

/** The database as one process sees it: once its life has ended, nothing is written and nothing commits. */
export function mortal(database: Database, life: Life, activity: Activity): Database {
  // The embedded database replies at once; a server takes an unpredictable time.
  const arrived = database.kind === 'postgres' ? activity.inTurn : async () => undefined

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    life.statement()
    const result = await activity.during(() => work().finally(arrived))
    if (life.isOver) throw new ProcessEnded('the process has ended')
    return result
  }
  const over = <Handle extends Sql>(handle: Handle): Sql => ({
    query: (text, params) => run(() => handle.query(text, params)),
  })
  return {
    ...over(database),
    kind: database.kind,
    async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      const result = await activity.during(() =>
        database
          .transaction(async (tx) => {
            await arrived()
            const done = await work({ ...over(tx), inTransaction: true })
            life.statement()
            return done
          })
          .finally(arrived),
      )
      life.statement()
      return result
    },
    connection: (work) => activity.during(() => database.connection((sql) => work(over(sql)))),
    exec: (sql) => run(() => database.exec(sql)),
    listen: async () => async () => undefined,
    close: async () => undefined,
  }
}
