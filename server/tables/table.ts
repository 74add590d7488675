/**
 * Everything about a table that the database itself does not say. Columns, types and keys are read from the database.
 */
export type Table = TableOfUsers | TableOfNobody

/**
 * By table name, each after the tables it refers to. The export follows this order; rows are removed in reverse order.
 */
export type Tables = Readonly<Record<string, Table>>

type EveryTable = {
  /** The privileges of the program's database role on the table. `for update` and `for share` need `update`. */
  readonly app: readonly Privilege[]
  /** How long a row stays: until the purge removes it or, in words, who or what else removes it. */
  readonly retention: Purged | string
  /** Every column that holds a time: whose clock wrote it, and what happens to one that lies ahead. */
  readonly times?: Readonly<Record<string, Time>>
  /** The values made with the installation's secret, which must survive a change of it. */
  readonly keys?: MadeWithKeys
  /**
   * What a restore does with the rows, because the world went on after the backup: it leaves them, removes them all, or
   * changes them (server/controls/restore/after-restore.ts). A one-time secret is never kept.
   */
  readonly afterRestore: 'kept' | 'emptied' | 'reconsidered'
}

/** Rows of people who have an account. */
type TableOfUsers = EveryTable & {
  /** The column that names a row's owner; `visitor`: the owner has no account (see `exported.ofVisitor`). */
  readonly owner: 'user_id' | 'id' | 'visitor'
  /** For a table where `user_id` may be null: how its rows are found instead, and who they belong to then. */
  readonly foundBy?: string
  /** The table's part of a person's data export, or why it has none. */
  readonly exported: Exported | { readonly nothing: string }
  /** What happens to a person's rows when they close their account. */
  readonly onClosing: 'removed' | Stays
  /** `removed`: a recovery deletes these rows, so that what opened a lost account cannot open it again. */
  readonly onRecovery?: 'removed'
  /** The name under which its rows are counted in the report on people affected by a leak. */
  readonly countedAs?: string
}

/** Rows of the installation, of operators, and of nobody who could be named. */
type TableOfNobody = EveryTable & {
  readonly owner: null
  /**
   * What happens to the table once people are spread over several databases (docs/why/scale.md). Its rows are the same
   * in all of them; or each database has its own rows; or a row's key is found before its owner is known.
   */
  readonly whenSpread: 'the same everywhere' | 'each its own' | 'by its own key'
}

const PRIVILEGES = ['select', 'insert', 'update', 'delete'] as const
export type Privilege = (typeof PRIVILEGES)[number]

export const byAny = <const Rule extends WhenAhead>(whenAhead: Rule) =>
  ({ writtenBy: 'any process', whenAhead }) as const
export const byRight = <const Rule extends WhenAhead>(whenAhead: Rule) =>
  ({ writtenBy: 'a process in no doubt', whenAhead }) as const
/** Written by any process, and decides nothing. */
export const RECORD = byAny('stays')
export const OF_PROVIDER = { writtenBy: 'the provider', whenAhead: 'stays' } as const
export const OF_DATABASE = { writtenBy: 'the database', whenAhead: 'stays' } as const

export const READ = ['select'] as const
export const ADD = ['select', 'insert'] as const
export const ADD_AND_CHANGE = ['select', 'insert', 'update'] as const
export const ADD_AND_REMOVE = ['select', 'insert', 'delete'] as const
export const ALL = PRIVILEGES

export type Exported = {
  /** The order of one person's rows: an index covers it, or the rows are few. */
  readonly orderedBy: readonly string[]
  readonly columns: readonly string[]
  /** Values computed from a row, by their name in the file. */
  readonly computed?: Readonly<Record<string, string>>
  /** Which of the person's rows, if not all. */
  readonly where?: string
  /** Also the rows of the visitor with the email of account $1: proved emails make them the same person. */
  readonly ofVisitor?: string
  /** The columns left out of the file, and why. `user_id` is always left out: the whole file is about that account. */
  readonly leftOut: Readonly<Record<string, string>>
}

/** What stays after an account is closed, and why. */
export type Stays = {
  readonly stays: string
  /** Which rows stay, if not all. The table is `t`. */
  readonly if?: string
  /** The column in which a replacement stands for the account's name. */
  readonly nameReplaced?: string
}

/** Rows that the purge removes, whether or not their owner returns. */
export type Purged = {
  /** SQL: the time from which `keptMs` counts. */
  readonly since: string
  /** How long a row stays after that. */
  readonly keptMs: number
  /** SQL: rows that are kept anyway. The table is `t`. */
  readonly unless?: string
}

export type Time = { readonly writtenBy: Writer; readonly whenAhead: WhenAhead }

/** Whose clock a time is from. */
export type Writer =
  /** Any process that answers a request or runs a job: its clock may be in doubt. */
  | 'any process'
  /**
   * A process whose clock is not in doubt: money, jobs or acts of two operators depend on the time, so they wait until
   * then.
   */
  | 'a process in no doubt'
  /** The ledger's own time: docs/reference/ledger.md. No entry is posted while a clock is in doubt. */
  | 'the ledger'
  | 'the database'
  | 'the provider'
  /** A date that two operators agreed on, or the time of their agreement. */
  | 'operators'

/** What happens to a time further in the future than a right clock could have written. */
export type WhenAhead =
  /** Records when something happened, and decides nothing. */
  | 'stays'
  /** Decides something, but keeps nobody waiting for long. */
  | { readonly stays: string }
  /** The event has happened by now. In an array: each of its times. */
  | 'becomes now'
  | 'each becomes now'
  /** A wait of at most this length, which restarts now. */
  | { readonly lastsMs: number }
  /** The row is valid for at most this long, so it is removed: nobody loses more than an attempt. The table is `t`. */
  | { readonly rowLastsMs: number; readonly unless?: string }
  /** For jobs alone: server/platform/jobs/queue.ts. */
  | 'waits again'
  /** For sessions alone: server/controls/clock/times-ahead.ts. */
  | 'locks the session'
  | 'ends the session'

/** `columns` are made with the installation's keys, in the rows that match `where`. */
export type MadeWithKeys = (Box | KeyedHash | PasswordHash) & {
  readonly where?: string
  /** Rows may predate key names. When the secret changes, rows without a name belong to the former keys. */
  readonly olderThanKeyNames?: true
}
/**
 * Can be decrypted, and is re-encrypted with new keys by server/installation/re-encrypt-secrets.ts. `key_id` names the
 * keys.
 */
type Box = { readonly kind: 'box'; readonly columns: readonly string[] }
/** Cannot be converted, only replaced. `key_id` names the keys; `inUse` selects the rows that still depend on them. */
type KeyedHash = {
  readonly kind: 'hash'
  readonly columns: readonly string[]
  readonly countedAs: 'pins' | 'recoveryCodes'
  readonly inUse?: string
}
/** Contains the name of its keys, as ",keyid=". Not counted where rows last only minutes. */
type PasswordHash = {
  readonly kind: 'password'
  readonly columns: readonly [string]
  readonly countedAs: 'passwords' | 'operators' | null
  readonly inUse?: string
}

/** Reasons that several tables share. */
export const OF_HASH = 'a secret, kept as a hash that nobody needs'
export const OF_KEYS = 'names keys of the installation, and nothing of its owner'
export const OF_PROGRAM = 'for the program alone, and derived from what is in the file'
export const OF_OPERATORS = 'the name of another person'
export const OF_COSTS = 'what a payment costs us is our business'
export const ENDS_SOON = { nothing: 'a secret that is good once and ends within minutes' } as const

export const FOR_EVER = 'nothing removes it: a record of the installation'
export const WITH_THE_BOOKS = 'nothing removes it: kept with the books'
export const ONE_ROW = 'one row'
