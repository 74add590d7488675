/** Runs one SQL statement. `int8` comes back as bigint, `date` and `numeric` as text, on both drivers. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>
}

/**
 * Runs statements in one open transaction. Functions that must not run outside one take this type.
 *
 * Statements issued together (`Promise.all`) are sent together and run in order, each seeing its predecessors' effects.
 * The first one begins the transaction. If one fails, the transaction fails.
 */
export interface Transaction extends Sql {
  readonly inTransaction: true
}

/**
 * One database, embedded (PGlite) or PostgreSQL: the same SQL on both, written to the PostgreSQL 15 subset. Using it
 * directly while one of its transactions is open in the same call chain throws at once (the embedded driver would
 * deadlock).
 */
export interface Database extends Sql {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction: commits its result or rolls everything back. A deadlock or serialisation failure
   * runs `work` again (at most TRANSACTION_TRIES_MAX times), so `work` must do nothing but SQL: no provider call, no
   * hashing, no waiting.
   *
   * @throws FailedTransactionError when `work` returned although one of its statements had failed: nothing is written
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs `work` on one connection, without a transaction. Statements issued together are sent together. */
  connection<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Several statements at once, without parameters: for migrations. */
  exec(sql: string): Promise<void>
  /**
   * Calls back for each NOTIFY on the channel; returns a function that stops listening. `onGap` runs after a lost
   * connection listens again: notifications sent in between were missed.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** Pool usage; left out where there is no pool. */
  poolUse?(): { readonly open: number; readonly idle: number; readonly waiting: number }
  /** Throws while the disk is known to be full; left out where there is no disk. */
  requireRoom?(): void
  close(): Promise<void>
}

export const TRANSACTION_TRIES_MAX = 5

/** The errors of both drivers, reduced to the fields that callers decide on. */
export type SqlError = Error & { code?: string; constraint?: string; detail?: string }

/** True when a statement was refused with this SQLSTATE (and by this constraint, if named). */
export function isSqlError(error: unknown, code: string, constraint?: string): error is SqlError {
  if (!(error instanceof Error)) return false
  const { code: actual, constraint: by } = error as SqlError
  return actual === code && (constraint === undefined || by === constraint)
}

/**
 * Whether a row's data was refused and would be again: a value of the wrong type or too long (class 22, 54000), a
 * missing required value, or a violated check.
 */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && /^(?:22\w{3}|23502|23514|54000)$/.test((error as SqlError).code ?? '')
}

/** The outcome of a commit is unknown: the connection broke during it, or the wait for the standby was cut short. */
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
