import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

/** The logger that is passed around. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Error fields that say where it came from. Other database fields, such as the refused row, must not be in a log. */
const KEPT = ['code', 'constraint', 'table', 'syscall', 'address', 'port'] as const

/** Characters that terminals hide or obey, and half characters: JSON leaves them unescaped. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u007f-\u009f]/gu

/**
 * The log of one process, a line of JSON per event. Secret headers and fields are left out; of an error only its
 * message, stack and KEPT fields are logged. Lines caused by a request carry its id, address and account. Invisible
 * characters are escaped wherever they came from: an error may repeat outside text.
 */
export function createLog(level: string, destination?: DestinationStream): PinoLogger {
  const options = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'pinProof', 'signature', 'token'],
    serializers: { err: errorForLog },
    mixin: () => ({ ...callers.getStore() }),
    hooks: { streamWrite: inSight },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Escapes invisible characters as JSON does: the line parses to the same values. */
function inSight(line: string): string {
  return line.replaceAll(UNSEEN, (unseen) =>
    unseen
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** The caller, logged on every line while their request is served. */
type Caller = { readonly requestId: string; readonly address: string; userId?: string }

const callers = new AsyncLocalStorage<Caller>()

/** Runs `serve`, and everything it starts, with this caller in the log context. */
export function runWithCaller(caller: Caller, serve: () => void): void {
  callers.run(caller, serve)
}

/** Runs work that a request starts for everybody, without its caller in the log context. */
export function runWithoutCaller(serve: () => void): void {
  callers.exit(serve)
}

/** Adds the account to this request's log lines from here on. It need not be proved yet. */
export function setLogAccount(userId: string): void {
  const caller = callers.getStore()
  if (caller !== undefined) caller.userId = userId
}

/** Logs an unexpected error and exits the process; the next start resumes its work. */
export function exitOnUnexpectedError(log: PinoLogger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'the process ends: nobody expected this')
      process.exit(1)
    })
  }
}

/** Causes are in the message and the stack. */
function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const facts = KEPT.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name]
    return value === undefined ? [] : [[name, value]]
  })
  const parts = error instanceof AggregateError ? { errors: error.errors.map(errorForLog) } : {}
  return { type, message, stack, ...Object.fromEntries(facts), ...parts }
}
