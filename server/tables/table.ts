/** Everything about one table that the database does not say itself: columns, types and keys are read from there. */
export type Table = TableOfUsers | TableOfNobody

/** By the table's name. Each table comes after those it refers to; the export has them in this order, removal goes backwards. */
export type Tables = Readonly<Record<string, Table>>

type EveryTable = {
  /** What the program's database role may do with its rows, and no more. `for update` and `for share` need `update`. */
  readonly app: readonly Privilege[]
  /** How long a row stays: what the purge removes and when, or in words what removes it and who. */
  readonly retention: Purged | string
  /** Every column that holds a time, and what happens to a time that a clock wrote which was ahead. */
  readonly times?: Readonly<Record<string, WhenAhead>>
  /** What of a row is made with the installation's secret, and has to outlive a change of it. */
  readonly keys?: MadeWithKeys
  /**
   * What a restore does with its rows, because the world went on after the backup: nothing, removes them all, or what
   * server/platform/backups/after-restore.ts says. Something that is good once is never kept.
   */
  readonly afterRestore: 'kept' | 'emptied' | 'reconsidered'
}

/** Rows of people who have an account. */
type TableOfUsers = EveryTable & {
  /** The column that says whose a row is. */
  readonly owner: 'user_id' | 'id'
  /** What of it is in the file with everything about a person, or why nothing is. */
  readonly exported: Exported | { readonly nothing: string }
  readonly onClosing: 'removed' | Stays
  /** What opened the account before somebody lost it opens nothing once operators have given it back. */
  readonly onRecovery?: 'removed'
  /** Under which name rows are counted in the list of the people a leak affects. */
  readonly countedAs?: string
}

/** Rows of the installation, of operators, and of nobody who could be named. */
type TableOfNobody = EveryTable & { readonly owner: null }

const PRIVILEGES = ['select', 'insert', 'update', 'delete'] as const
export type Privilege = (typeof PRIVILEGES)[number]

export const READ = ['select'] as const
export const ADD = ['select', 'insert'] as const
export const ADD_AND_CHANGE = ['select', 'insert', 'update'] as const
export const ADD_AND_REMOVE = ['select', 'insert', 'delete'] as const
export const ALL = PRIVILEGES

export type Exported = {
  /** What orders the rows of one person; an index or a small number of rows stands behind it. */
  readonly orderedBy: readonly string[]
  readonly columns: readonly string[]
  /** What is worked out from a row, by its name in the file. */
  readonly computed?: Readonly<Record<string, string>>
  /** Which of the person's rows, where it is not all of them. */
  readonly where?: string
  /** The columns that are not in the file, and why. `user_id` goes without saying: it is the account whose file this is. */
  readonly leftOut: Readonly<Record<string, string>>
}

/** What stays of an account that was closed, and why. */
export type Stays = {
  readonly stays: string
  /** Which rows stay, where it is not all of them. The table is `t`. */
  readonly if?: string
  /** The column in which the account's name is replaced. */
  readonly nameReplaced?: string
}

/** A row goes by itself, whether or not its person ever comes back. */
export type Purged = {
  /** The moment it counts from. */
  readonly since: string
  /** How long it stays after that. */
  readonly keptMs: number
  /** What keeps it all the same. The table is `t`. */
  readonly unless?: string
}

/** What happens to a time that lies further ahead of a right clock than it can. */
export type WhenAhead =
  /** It says when something happened and decides nothing, or makes wait longer only what waits on purpose. */
  | 'stays'
  /** What happened, happened by now. Of a column with several times: each of them. */
  | 'becomes now'
  | 'each becomes now'
  /** What lasts this long at most begins to last now. */
  | { readonly lastsMs: number }
  /** The row is good for this long at most and ends now: nobody loses more than a try. The table is `t`. */
  | { readonly rowLastsMs: number; readonly unless?: string }
  /** What a session needs: server/controls/clock/times-ahead.ts. */
  | 'locks the session'
  | 'ends the session'

/** `columns`: what is made with the keys. `where`: the rows that have it. */
export type MadeWithKeys = (Box | KeyedHash | PasswordHash) & {
  readonly where?: string
  /** Whether rows may be of a time when keys had no names: they are of the former keys when the secret is changed. */
  readonly olderThanKeyNames?: true
}
/** Can be opened, and is sealed anew under other keys by server/installation/re-encrypt-secrets.ts. `key_id` names them. */
type Box = { readonly kind: 'box'; readonly columns: readonly string[] }
/** Stays as it is until it is made anew. `key_id` names the keys, and `inUse` the rows that rest on them. */
type KeyedHash = {
  readonly kind: 'hash'
  readonly columns: readonly string[]
  readonly countedAs: 'pins' | 'recoveryCodes'
  readonly inUse?: string
}
/** Names its keys itself, as ",keyid=". Not counted where it is gone within minutes. */
type PasswordHash = {
  readonly kind: 'password'
  readonly columns: readonly [string]
  readonly countedAs: 'passwords' | 'operators' | null
  readonly inUse?: string
}

export const OF_HASH = 'a secret, kept as a hash that nobody needs'
export const OF_KEYS = 'names keys of the installation, and nothing of its owner'
export const OF_PROGRAM = 'for the program alone, and derived from what is in the file'
export const OF_OPERATORS = 'the name of another person'
export const OF_COSTS = 'what a payment costs us is our business'
export const ENDS_SOON = { nothing: 'a secret that is good once and ends within minutes' } as const

export const FOR_EVER = 'nothing removes it: a record of the installation'
export const WITH_THE_BOOKS = 'nothing removes it: kept with the books'
export const ONE_ROW = 'one row'
