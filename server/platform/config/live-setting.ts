import type { Environment, Role, SettingName } from './environment.ts'

/** A process by its role, or one of the operators' commands, which listens to nobody and sends no email. */
export type Starter = Role | 'command'

/** What live mode asks of one setting. */
export type LiveSetting = {
  /** Who does not start without it. Nobody: `why` says why not. */
  readonly neededBy: readonly Starter[]
  /** Ends the sentence "live mode needs …" where it is missing. */
  readonly needs?: string
  /** Not said beside the sentence of this one: that says both. */
  readonly saidWith?: SettingName
  /** What it is where nobody sets it. Left out: nothing. */
  readonly otherwise?: string
  /** Why it is needed, or why it need not be. */
  readonly why: string
  /** Who takes any notice of it. Left out: everybody. */
  readonly readBy?: readonly Starter[]
  /** Why live mode refuses what has the right form; null when it does not. */
  readonly refuse?: (value: string, read: Environment) => string | null
  /** Some that are refused. A test starts with each of them. */
  readonly wrong: readonly string[]
}
