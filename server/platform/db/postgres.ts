import pg from 'pg'
import {
  CommitUnknownError,
  type Database,
  FailedTransactionError,
  type Sql,
  type SqlError,
  TRANSACTION_TRIES_MAX,
  type Transaction,
} from './database.ts'
import { watchRoom } from './room.ts'
import { requireSettings, SET_SETTINGS } from './session-settings.ts'
import { refuseHalfCharacters } from './storable.ts'
import { transactionGuard } from './transaction-guard.ts'

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, BigInt)
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

/** `int8[]`, which the driver's own list of types leaves out. */
const INT8_ARRAY: number = 1016
const textsFromArray = pg.types.getTypeParser(INT8_ARRAY)
types.setTypeParser(INT8_ARRAY, (text: string) => bigintsIn(textsFromArray(text)))

function bigintsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bigintsIn)
  return typeof value === 'string' ? BigInt(value) : value
}

const RETRY_CODES = new Set(['40001', '40P01'])

export type PostgresOptions = {
  url: string
  /**
   * A direct connection for LISTEN, where `url` leads to a pooler in transaction mode. If set, the pool keeps no
   * session state.
   */
  listenUrl?: string | null
  /** Most connections in the pool. */
  poolMax?: number
  onIdleError?: (error: Error) => void
  /**
   * Whether connections keep prepared statements. Behind PgBouncer in transaction mode they cannot. Default: only
   * without `listenUrl`.
   */
  prepare?: boolean
}

/** Set when a connection opens. A pooler shares connections, so behind one the role must have these. */
const SESSION_TIMEOUTS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 }

/**
 * Opens a pool on a PostgreSQL server. Each statement ends after 30 s at the latest; behind a pooler the role sets that
 * limit.
 *
 * @throws WrongSettingsError
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const isPooled = options.listenUrl != null
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax ?? 20,
    types,
    // Statements issued together are sent together.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    ...(isPooled ? {} : { ...SESSION_TIMEOUTS, onConnect: setSettings }),
  })
  // Without a listener, a server restart would crash this process.
  pool.on('error', (error) => options.onIdleError?.(error))

  const room = watchRoom()
  const statement = (options.prepare ?? !isPooled) ? preparing() : plain
  const database: Database = {
    kind: 'postgres',
    async query<Row>(text: string, params: readonly unknown[] = []) {
      transactionGuard.refuseInside(database)
      return (await room.noting(() => pool.query(statement(text, params)))).rows as Row[]
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>) {
      transactionGuard.refuseInside(database)
      for (let attempt = 1; ; attempt++) {
        try {
          return await room.noting(() => once(pool, { database, statement }, work))
        } catch (error) {
          if (!RETRY_CODES.has((error as SqlError).code ?? '') || attempt >= TRANSACTION_TRIES_MAX) throw error
        }
      }
    },
    async connection<T>(work: (sql: Sql) => Promise<T>) {
      transactionGuard.refuseInside(database)
      const client = await pool.connect()
      client.on('error', ignored)
      try {
        return await transactionGuard.run(database, () =>
          work({
            async query<Row>(text: string, params: readonly unknown[] = []) {
              sendTogether(client)
              return (await client.query(statement(text, params))).rows as Row[]
            },
          }),
        )
      } finally {
        client.off('error', ignored)
        client.release()
      }
    },
    async exec(sql) {
      transactionGuard.refuseInside(database)
      await pool.query(sql)
    },
    async listen(channel, onMessage, onGap) {
      return await listenOn(options.listenUrl ?? options.url, channel, { onMessage, onGap })
    },
    requireRoom: room.requireRoom,
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
  try {
    await requireSettings(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function setSettings(client: pg.ClientBase): Promise<void> {
  await client.query(SET_SETTINGS)
}

type Statement = (text: string, params: readonly unknown[]) => pg.QueryConfig

const plain: Statement = (text, params) => ({ text, values: valuesOf(params) })

function valuesOf(params: readonly unknown[]): unknown[] {
  refuseHalfCharacters(params)
  return params as unknown[]
}

/** More than the program's distinct statements. Beyond this, a text is parsed each time. */
const PREPARED_MAX = 1_000

/** Names each text, so that a connection parses it once. */
function preparing(): Statement {
  const names = new Map<string, string>()
  return (text, params) => {
    let name = names.get(text)
    if (name === undefined) {
      if (names.size >= PREPARED_MAX) return plain(text, params)
      name = `jara_${names.size}`
      names.set(text, name)
    }
    return { name, text, values: valuesOf(params) }
  }
}

async function once<T>(
  pool: pg.Pool,
  { database, statement }: { database: Database; statement: Statement },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // The pool listens to idle clients only. Here a loss between two statements must not end the process: the next
  // statement fails.
  client.on('error', ignored)
  let broken: Error | undefined
  let first: Promise<unknown[]> | undefined
  let isOver = false
  let hasFailed = false
  try {
    const tx: Transaction = {
      inTransaction: true,
      async query<Row>(text: string, params: readonly unknown[] = []) {
        if (isOver) throw new Error('a statement was given to a transaction that is over')
        if (first === undefined) {
          first = beginWith(client, text, params)
          return (await first) as Row[]
        }
        // Send nothing before the transaction has begun, or after `begin` failed.
        await first
        sendTogether(client)
        try {
          return (await client.query(statement(text, params))).rows as Row[]
        } catch (error) {
          hasFailed = true
          throw error
        }
      },
    }
    const result = await transactionGuard.run(database, () => work(tx))
    isOver = true
    // The server tracks this itself, but not for a statement refused before it was sent.
    if (hasFailed) throw new FailedTransactionError()
    if (first !== undefined) await commit(client)
    return result
  } catch (error) {
    isOver = true
    if (first !== undefined) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause
      })
    }
    throw error
  } finally {
    client.off('error', ignored)
    client.release(broken)
  }
}

/** Begins a transaction with its first statement: one round trip for both. Returns the statement's rows. */
function beginWith(client: pg.PoolClient, text: string, params: readonly unknown[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const config = { text, values: valuesOf(params), queryMode: 'extended' } as const
    const query = new pg.Query(config, (error, results) => {
      if (error) return reject(error)
      // The driver returns one result per statement: `begin`, which has no rows, then the first.
      const [, first] = results as unknown as pg.QueryResult<Record<string, unknown>>[]
      resolve(first?.rows ?? [])
    })
    const { submit } = query
    query.submit = (connection) => {
      connection.stream.cork()
      try {
        // No Sync after it: if `begin` fails, the server skips the statement, so it never runs outside a transaction.
        connection.parse({ name: '', text: 'begin', types: [] }, true)
        connection.bind({}, true)
        connection.execute({}, true)
        return submit.call(query, connection)
      } finally {
        connection.stream.uncork()
      }
    }
    client.query(query)
  })
}

/** Sends one turn's statements in one write: a write costs more than most statements. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const ignored = () => undefined

/** A warning with a confirmed commit: its wait for the standby was cancelled, or the connection was ended meanwhile. */
const WARNING = /^(?:01|57)/

/**
 * Only an ERROR proves that nothing was committed. A fatal error or no answer proves nothing. Neither does a commit
 * that did not wait for its standby: it is lost if the standby takes over.
 */
async function commit(client: pg.PoolClient): Promise<void> {
  let warning: Error | undefined
  const onNotice = ({ code, message }: { code: string | undefined; message: string | undefined }) => {
    if (WARNING.test(code ?? '')) warning = new Error(message)
  }
  client.on('notice', onNotice)
  try {
    const { command } = await client.query('commit').catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.severity === 'ERROR') throw error
      throw new CommitUnknownError(error)
    })
    if (command !== 'COMMIT') throw new FailedTransactionError()
  } finally {
    client.off('notice', onNotice)
  }
  if (warning !== undefined) throw new CommitUnknownError(warning)
}

const RELISTEN_MS = 1_000

/** A listening connection is silent for hours, so the other end must prove that it is alive. */
const PROBE_AFTER_MS = 10_000

type Listener = { readonly onMessage: (payload: string) => void; readonly onGap: (() => void) | undefined }

/** LISTEN needs its own connection (a direct one, behind PgBouncer). A lost one is reopened, one at a time. */
async function listenOn(url: string, channel: string, { onMessage, onGap }: Listener) {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBE_AFTER_MS,
      connectionTimeoutMillis: PROBE_AFTER_MS,
    })
    fresh.on('notification', (message) => onMessage(message.payload ?? ''))
    // A failed connection also emits `end`. `lost` reacts only to the current one, so each is retried once.
    fresh.on('error', () => undefined)
    client = fresh
    fresh.once('end', () => lost(fresh))
    await fresh.connect()
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  function lost(which: pg.Client): void {
    if (stopped || client !== which) return
    client = undefined
    timer = setTimeout(tryAgain, RELISTEN_MS)
  }
  function tryAgain(): void {
    const before = client
    connect().then(onGap, () => {
      if (client !== undefined && client !== before) lost(client)
    })
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end()
  }
}
