/** Something that runs one SQL statement. `int8` comes back as bigint, `date` and `numeric` as text, on both drivers. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>
}

/**
 * A statement runner inside one open transaction. Functions that must not run alone ask for this type. Statements that are given
 * at once (`Promise.all`) are sent at once and done in the order given, each seeing what those before it did. The first begins
 * the transaction. Once one has failed, the transaction has.
 */
export interface Transaction extends Sql {
  readonly inTransaction: true
}

/**
 * One database, embedded (PGlite) or PostgreSQL: the same SQL on both, written to the PostgreSQL 15 subset.
 * Using it directly while one of its transactions is open in the same call chain throws at once
 * (on the embedded driver it would wait for itself forever).
 */
export interface Database extends Sql {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction: commits its result or rolls everything back.
   * A deadlock or serialisation failure runs `work` again (at most TRANSACTION_TRIES_MAX times),
   * so `work` must do nothing but SQL: no provider call, no hashing, no waiting.
   *
   * @throws FailedTransactionError when `work` answered although one of its statements had failed: nothing is written
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs `work` on one connection, without a transaction: statements that are given at once are sent at once. */
  connection<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Several statements at once, without parameters: for migrations. */
  exec(sql: string): Promise<void>
  /**
   * Calls back for each NOTIFY on the channel; returns a function that stops listening. `onGap` is called when a lost
   * connection listens again: what was said meanwhile was heard by nobody here.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** How the pool is used; left out where there is none. */
  poolUse?(): { readonly open: number; readonly idle: number; readonly waiting: number }
  /** Throws while nothing can be added, as far as is known; left out where there is no disk. */
  requireRoom?(): void
  close(): Promise<void>
}

export const TRANSACTION_TRIES_MAX = 5

/** What both drivers throw, reduced to what callers decide on. */
export type SqlError = Error & { code?: string; constraint?: string; detail?: string }

/** True when a statement was refused with this SQLSTATE (and by this constraint, if named). */
export function isSqlError(error: unknown, code: string, constraint?: string): error is SqlError {
  if (!(error instanceof Error)) return false
  const { code: actual, constraint: by } = error as SqlError
  return actual === code && (constraint === undefined || by === constraint)
}

/**
 * What a row brought is refused, and would be refused again: a value that is none of its type or too long (class 22, 54000),
 * nothing where something must be, a rule of the table.
 */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && /^(?:22\w{3}|23502|23514|54000)$/.test((error as SqlError).code ?? '')
}

/** The connection broke while the database was asked to commit, or it ended its wait for the standby: whether it lasts is not known. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError'
  constructor(cause: unknown) {
    super('the outcome of a commit is not known', { cause })
  }
}

/** A statement of the transaction failed, its caller continued, and the server rolled everything back: nothing is written. */
export class FailedTransactionError extends Error {
  override readonly name = 'FailedTransactionError'
  constructor() {
    super('a transaction was to be committed after one of its statements had failed')
  }
}
