import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

/** What everything that logs is given. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

/** What of an error says where it came from. What a database adds, such as the row it refused, is nobody's to read in a log. */
const KEPT = ['code', 'constraint', 'table', 'syscall', 'address', 'port'] as const

/** What a terminal or viewer does not show, or obeys, and half characters: JSON leaves them as they are. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u007f-\u009f]/gu

/**
 * The log of one process, a line of JSON per event. Headers and fields that hold secrets are left out; of an error only its
 * words, its stack and what is in KEPT. What a request is the reason of carries its id, address and account. What cannot be
 * seen is written as its number, wherever it came from: an error may repeat a value from outside.
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

/** As JSON has it: the line reads back as the same values. */
function inSight(line: string): string {
  return line.replaceAll(UNSEEN, (unseen) =>
    unseen
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** Who asks: every line that is written while a request is served says it. */
type Caller = { readonly requestId: string; readonly address: string; userId?: string }

const callers = new AsyncLocalStorage<Caller>()

/** Does something, and whatever that starts, for a request. */
export function servedFor(caller: Caller, serve: () => void): void {
  callers.run(caller, serve)
}

/** Does what serves everybody and only begins with a request: its lines are about other people. */
export function servedForNobody(serve: () => void): void {
  callers.exit(serve)
}

/** From here on the lines of this request say whose account it is about; it need not be proved yet. */
export function isAbout(userId: string): void {
  const caller = callers.getStore()
  if (caller !== undefined) caller.userId = userId
}

/** Whatever nobody expected leaves a line in the log, and the process ends: what it had in hand is found by the next start. */
export function endOnFault(log: PinoLogger): void {
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
