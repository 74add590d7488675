import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { openPlace, placeFromEnvironment } from '#server/platform/backups/installation.ts'
import type { Clock } from '#server/platform/clock.ts'
import { WrongSecretError } from '#server/platform/crypto/secret-check.ts'
import type { Database } from '#server/platform/db/database.ts'
import { FolderInUseError } from '#server/platform/db/folder-lock.ts'
import { WrongRoleError } from '#server/platform/db/grants.ts'
import { SchemaMismatchError } from '#server/platform/db/migrate.ts'
import { isOutOfRoom } from '#server/platform/db/room.ts'
import { WrongSettingsError } from '#server/platform/db/session-settings.ts'
import { AppError, CannotRunError, RefusedError } from '#server/platform/errors.ts'
import { createCommandEvents, type Events } from '#server/platform/events.ts'
import type { Logger } from '#server/platform/log.ts'
import { FolderError } from '#server/platform/private-folder.ts'
import type { Command, CommandIo } from './io.ts'

/** Exit codes of every command. */
export const DONE = 0
export const REFUSED = 1
const COULD_NOT_RUN = 2

/** Help text of commands that run beside Jara, about the database they work on. */
export const WHICH_DATABASE = `  DATABASE_URL  a PostgreSQL database; Jara may be running
  DATA_DIR      otherwise the embedded database in this folder (./data); stop Jara first

Exit code: 0 done, 1 refused, 2 could not run.`

export const clock: Clock = { now: () => new Date() }

/** A logger that writes the alarms of a command to its error output. */
export function logOf(io: CommandIo): Logger {
  const print = (...words: unknown[]) => io.printError(...words)
  return { debug: () => undefined, info: () => undefined, warn: print, error: print }
}

/** The database a command works on, and the channel that notifies open pages. */
export type Opened = { readonly database: Database; readonly events: Events }

/**
 * Opens the database of the environment, runs `work` on it and closes it. Requires that the given table exists.
 *
 * @throws CannotRunError, FolderInUseError
 */
export async function onDatabase<Result>(
  io: CommandIo,
  table: string,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const { env } = io
  const database = await openPlace(env, placeFromEnvironment(env), { make: false })
  try {
    const [row] = await database.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
    if (row?.there !== true)
      throw new CannotRunError(`this database has no table ${table}: start this version of Jara on it once`)
    const events = createCommandEvents(database, logOf(io))
    return await work({ database, events }).finally(events.told)
  } finally {
    await database.close()
  }
}

/** Prints the help and returns the exit code for it. */
export function printHelp(io: CommandIo, help: string): number {
  io.print(help)
  return DONE
}

/** The options of a command that takes nothing else. Null: help was asked for. */
export function readOptions<const Names extends readonly string[]>(
  { args }: CommandIo,
  names: Names,
): Partial<Record<Names[number], string>> | null {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    const { values } = parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' as const } } })
    return values.help === true ? null : (values as Partial<Record<Names[number], string>>)
  } catch (error) {
    throw new CannotRunError(error instanceof Error ? error.message : String(error))
  }
}

/** The words after a command's name. */
export type Words<Option extends string = string> = {
  readonly values: Readonly<Partial<Record<Option, string>>>
  readonly positionals: readonly string[]
}

/**
 * Reads which of several commands to run, and its options. Null: help was asked for.
 *
 * @throws CannotRunError for an unknown command or option, with the help
 */
export function readCommand<Name extends string, Option extends string>(
  io: CommandIo,
  of: { readonly names: readonly Name[]; readonly options: readonly Option[]; readonly help: string },
): { readonly name: Name; readonly words: Words<Option> } | null {
  const { values, positionals } = readWords(io, of)
  if (values.help === true) return null
  const name = of.names.find((each) => each === positionals[0])
  if (name === undefined) throw new CannotRunError(`${EITHER.format(of.names)}?\n\n${of.help}`)
  return { name, words: { values: values as Words<Option>['values'], positionals } }
}

/** The names of commands, in their order. */
export function namesOf<Commands extends object>(commands: Commands): (keyof Commands & string)[] {
  return Object.keys(commands) as (keyof Commands & string)[]
}

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function readWords(
  { args }: CommandIo,
  { options, help }: { readonly options: readonly string[]; readonly help: string },
) {
  const texts = Object.fromEntries(options.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...texts, help: { type: 'boolean' as const } },
    })
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${help}`)
  }
}

/** The command of this name: where `main` throws, it says why and returns the exit code for that. */
export function commandOf(name: string, main: Command): Command {
  return async (io) => {
    try {
      return await main(io)
    } catch (error) {
      const refused = REFUSALS.some((kind) => error instanceof kind)
      io.printError(`${name}: ${refused ? 'refused' : 'could not run'}: ${explain(error)}`)
      return refused ? REFUSED : COULD_NOT_RUN
    }
  }
}

const REFUSALS = [
  RefusedError,
  AppError,
  FolderError,
  SchemaMismatchError,
  WrongRoleError,
  WrongSecretError,
  WrongSettingsError,
]

function explain(error: unknown): string {
  if (error instanceof FolderInUseError) {
    return `${error.message}\nStop Jara before you run this on an embedded database. On PostgreSQL (DATABASE_URL) both can run at once.`
  }
  if ([...REFUSALS, CannotRunError].some((kind) => error instanceof kind)) return (error as Error).message
  if (isOutOfRoom(error)) return `a disk is full or failing (${error.message}). Free some space and run this again.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * The text of a file named in a terminal.
 *
 * @throws CannotRunError when it cannot be read
 */
export function readNamedFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw new CannotRunError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** `345 rows in 12 tables`, counting tables that have rows. */
export function describeRows(rows: Readonly<Record<string, number>>): string {
  const full = Object.values(rows).filter((count) => count > 0)
  return `${full.reduce((sum, count) => sum + count, 0)} rows in ${full.length} tables`
}

/** `1 line`, `2 lines`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

/** `2026-11-21 14:05`, in Lagos. */
export function lagosTime(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
}
