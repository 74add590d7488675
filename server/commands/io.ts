import type { Environment } from '#server/platform/config/secrets.ts'
import type { CommandInput } from './ask.ts'

/** A command's arguments, environment, input and outputs. It touches nothing else of its process. */
export type CommandIo = {
  /** The words after its name. */
  readonly args: readonly string[]
  readonly env: Environment
  readonly input: CommandInput
  /** Prints whole lines. */
  print(...lines: readonly string[]): void
  /** Writes part of the output as it is. */
  write(text: string): void
  /** Prints a line to the error output: texts, and values formatted as by console.error. */
  printError(...words: readonly unknown[]): void
  /** Writes part of the error output as it is. */
  writeError(text: string): void
  /** Runs the audit as a separate program with the same outputs. Returns its exit code; null when a signal ended it. */
  runAudit(env: Environment): Promise<number | null>
  /** Runs `work` with a new empty folder, and removes the folder afterwards, even when a signal ends the process. */
  withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
}

/** Runs the command that its arguments describe, and returns the exit code. */
export type Command = (io: CommandIo) => Promise<number>
