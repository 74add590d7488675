import type { Environment } from '#server/platform/config/secrets.ts'
import type { CommandInput } from './ask.ts'

/** A command's arguments, environment, input and outputs: it touches nothing else of its process. */
export type CommandIo = {
  /** What was typed after its name. */
  readonly args: readonly string[]
  readonly env: Environment
  readonly input: CommandInput
  /** Lines of the output, without their ends. */
  print(...lines: readonly string[]): void
  /** A part of the output as it is. */
  write(text: string): void
  /** A line of the error output: texts, and values as the console shows them. */
  printError(...words: readonly unknown[]): void
  /** A part of the error output as it is. */
  writeError(text: string): void
  /** Runs the audit, a program of its own, which prints to the same outputs. Returns its exit code; null when a signal ended it. */
  runAudit(env: Environment): Promise<number | null>
  /** Does `work` in an empty folder of its own, which is removed afterwards, also when a signal ends the process. */
  withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
}

/** Runs the command that its arguments describe, and returns the exit code. */
export type Command = (io: CommandIo) => Promise<number>
