/** Everything about one table that the database does not say itself: columns, types and keys are read from there. */
export type Table = TableOfUsers | TableOfNobody

/** By table name, each after the tables it refers to. The export keeps this order; rows are removed in the opposite one. */
export type Tables = Readonly<Record<string, Table>>

type EveryTable = {
  /** What the program's database role may do with its rows, and no more. `for update` and `for share` need `update`. */
  readonly app: readonly Privilege[]
  /** How long a row stays: when the purge removes it or, in words, who or what does. */
  readonly retention: Purged | string
  /** Every column that holds a time: whose clock wrote it, and what happens to one that lies ahead. */
  readonly times?: Readonly<Record<string, Time>>
  /** What in a row is made with the installation's secret, and has to survive a change of it. */
  readonly keys?: MadeWithKeys
  /**
   * What a restore does with its rows, because the world went on after the backup: leaves them, removes them all, or changes
   * them (server/controls/restore/after-restore.ts). A one-time secret is never kept.
   */
  readonly afterRestore: 'kept' | 'emptied' | 'reconsidered'
}

/** Rows of people who have an account. */
type TableOfUsers = EveryTable & {
  /** The column that says whose a row is, or that it is a visitor's, who has no account: `exported.ofVisitor`. */
  readonly owner: 'user_id' | 'id' | 'visitor'
  /** Of a table in which `user_id` may be null: what finds its rows instead, and whose they are then. */
  readonly foundBy?: string
  /** What the file with everything about a person holds of it, or why it holds nothing. */
  readonly exported: Exported | { readonly nothing: string }
  /** What happens to a person's rows when they close their account. */
  readonly onClosing: 'removed' | Stays
  /** Whatever opened a lost account opens it no more once operators have given it back to its owner. */
  readonly onRecovery?: 'removed'
  /** The column that counts its rows in the list of people a leak affects. */
  readonly countedAs?: string
}

/** Rows of the installation, of operators, and of nobody who could be named. */
type TableOfNobody = EveryTable & {
  readonly owner: null
  /**
   * What becomes of it once people are spread over several databases (docs/why/scale.md): its rows are the same in all
   * of them, each database has rows of its own, or the key of a row is found before it is known whose it is.
   */
  readonly whenSpread: 'the same everywhere' | 'each its own' | 'by its own key'
}

const PRIVILEGES = ['select', 'insert', 'update', 'delete'] as const
export type Privilege = (typeof PRIVILEGES)[number]

export const byAny = <const Rule extends WhenAhead>(whenAhead: Rule) =>
  ({ writtenBy: 'any process', whenAhead }) as const
export const byRight = <const Rule extends WhenAhead>(whenAhead: Rule) =>
  ({ writtenBy: 'a process in no doubt', whenAhead }) as const
/** Written by whichever process, and deciding nothing. */
export const RECORD = byAny('stays')
export const OF_PROVIDER = { writtenBy: 'the provider', whenAhead: 'stays' } as const
export const OF_DATABASE = { writtenBy: 'the database', whenAhead: 'stays' } as const

export const READ = ['select'] as const
export const ADD = ['select', 'insert'] as const
export const ADD_AND_CHANGE = ['select', 'insert', 'update'] as const
export const ADD_AND_REMOVE = ['select', 'insert', 'delete'] as const
export const ALL = PRIVILEGES

export type Exported = {
  /** What orders one person's rows: an index covers it, or they are few. */
  readonly orderedBy: readonly string[]
  readonly columns: readonly string[]
  /** Values computed from a row, by their name in the file. */
  readonly computed?: Readonly<Record<string, string>>
  /** Which of the person's rows, where it is not all of them. */
  readonly where?: string
  /** Rows of the visitor with the email of the account $1, who is the same person where emails are proved. */
  readonly ofVisitor?: string
  /** The columns that are not in the file, and why. `user_id` never is: it is the account whose file this is. */
  readonly leftOut: Readonly<Record<string, string>>
}

/** What stays of a closed account, and why. */
export type Stays = {
  readonly stays: string
  /** Which rows stay, where it is not all of them. The table is `t`. */
  readonly if?: string
  /** The column in which the account's name is replaced. */
  readonly nameReplaced?: string
}

/** Rows the purge removes, whether or not their owner ever comes back. */
export type Purged = {
  /** The moment the time is counted from. */
  readonly since: string
  /** How long a row stays after that. */
  readonly keptMs: number
  /** What keeps a row all the same. The table is `t`. */
  readonly unless?: string
}

export type Time = { readonly writtenBy: Writer; readonly whenAhead: WhenAhead }

/** Whose clock a time is from. */
export type Writer =
  /** Whichever process answers the request or does the job: its clock may be in doubt. */
  | 'any process'
  /** A process while no clock is in doubt: money moves with it, or its job, or two operators, wait until then. */
  | 'a process in no doubt'
  /** The ledger's own time: docs/reference/ledger.md. No entry is posted while a clock is in doubt. */
  | 'the ledger'
  | 'the database'
  | 'the provider'
  /** A date that two operators agreed to, or the moment they did. */
  | 'operators'

/** What happens to a time that lies further in the future than a right clock could have put it. */
export type WhenAhead =
  /** It records when something happened, and decides nothing. */
  | 'stays'
  /** It decides something, and nothing that keeps anybody waiting for long. */
  | { readonly stays: string }
  /** What happened, happened by now. In an array: each of its times. */
  | 'becomes now'
  | 'each becomes now'
  /** A wait of this length at most, which starts again now. */
  | { readonly lastsMs: number }
  /** The row is valid for this long at most and is removed: nobody loses more than an attempt. The table is `t`. */
  | { readonly rowLastsMs: number; readonly unless?: string }
  /** For jobs alone: server/platform/jobs/queue.ts. */
  | 'waits again'
  /** For sessions alone: server/controls/clock/times-ahead.ts. */
  | 'locks the session'
  | 'ends the session'

/** `columns` are made with the keys, in the rows of `where`. */
export type MadeWithKeys = (Box | KeyedHash | PasswordHash) & {
  readonly where?: string
  /** Rows may be older than the names of keys. When the secret changes, those without a name are the former keys'. */
  readonly olderThanKeyNames?: true
}
/** Can be opened, and is re-encrypted under other keys by server/installation/re-encrypt-secrets.ts. `key_id` names them. */
type Box = { readonly kind: 'box'; readonly columns: readonly string[] }
/** Cannot be converted, only replaced. `key_id` names the keys; `inUse` are the rows that still depend on them. */
type KeyedHash = {
  readonly kind: 'hash'
  readonly columns: readonly string[]
  readonly countedAs: 'pins' | 'recoveryCodes'
  readonly inUse?: string
}
/** Names its keys itself, as ",keyid=". Not counted where rows last only minutes. */
type PasswordHash = {
  readonly kind: 'password'
  readonly columns: readonly [string]
  readonly countedAs: 'passwords' | 'operators' | null
  readonly inUse?: string
}

/** Reasons that several tables give. */
export const OF_HASH = 'a secret, kept as a hash that nobody needs'
export const OF_KEYS = 'names keys of the installation, and nothing of its owner'
export const OF_PROGRAM = 'for the program alone, and derived from what is in the file'
export const OF_OPERATORS = 'the name of another person'
export const OF_COSTS = 'what a payment costs us is our business'
export const ENDS_SOON = { nothing: 'a secret that is good once and ends within minutes' } as const

export const FOR_EVER = 'nothing removes it: a record of the installation'
export const WITH_THE_BOOKS = 'nothing removes it: kept with the books'
export const ONE_ROW = 'one row'
