import { z } from 'zod'

export const MODES = ['sandbox', 'live'] as const
export type Mode = (typeof MODES)[number]

export const ROLES = ['all', 'web', 'worker', 'console'] as const
export type Role = (typeof ROLES)[number]

/** A process role, or an operator's command, which does not listen and sends no email. */
export type Starter = Role | 'command'

export const EVERYBODY = ['all', 'web', 'worker', 'console', 'command'] as const
export const PROCESSES = ROLES
export const LISTENERS = ['all', 'web', 'console'] as const
export const SENDERS = ['all', 'worker'] as const

/** A port number, for several settings. */
export const port = z.coerce.number().int().min(1).max(65_535)

/**
 * Everything Jara knows about one setting. The start check, Config, documents and tests read it. `Value`: what its type
 * produces. `Read`: all settings as read.
 */
export type Setting<Value = never, Read = never> = {
  /** Its form in any mode. */
  readonly type: z.ZodType
  /** Its default text, for both modes or by mode. Left out: an unset setting reads as undefined. */
  readonly default?: string | Readonly<Partial<Record<Mode, string>>>
  /** Secret to this installation. It can be in a file that `{name}_FILE` names. */
  readonly secret?: true
  /** The sandbox world reads it too, so `npm start` hands it on. */
  readonly sharedWithSandbox?: true
  /** The Config field that holds it or is built from it (`BUILT` in config.ts). Null: only the start check reads it. */
  readonly target: string | null
  /** What it is for, in a sentence or two for docs/reference/settings.md. Links are relative to it. */
  readonly meaning: string
  /** What docs/reference/settings.md shows as its default. Left out: the default itself, or "none". */
  readonly unset?: string
  readonly live: LiveDemand<Value, Read>
}

/** What live mode demands of a setting. */
export type LiveDemand<Value = never, Read = never> = {
  /** Who does not start without it. Left out: nobody, and `why` says why not. */
  readonly neededBy?: readonly Starter[]
  /** Completes the sentence "live mode needs …" when it is missing. */
  readonly needs?: string
  /** The setting whose sentence covers this one too, if both are missing. */
  readonly saidWith?: string
  /** Why it is needed, or why it need not be. */
  readonly why: string
  /** Who reads it. Left out: everybody. */
  readonly readBy?: readonly Starter[]
  /** Why live mode refuses a well-formed value; null if it does not. */
  readonly refuse?: (value: Value, read: Read) => string | null
  /** Examples that are refused. A test starts with each of them. */
  readonly wrong: readonly string[]
}

export type SettingRows = Readonly<Record<string, Setting>>

/** Settings as read. An unset one without a default in both modes may be undefined. */
export type ReadAs<Rows extends SettingRows> = { readonly [Name in keyof Rows]: ValueOf<Rows[Name]> }
type ValueOf<Row extends Setting> = Row extends { readonly default: string | Readonly<Record<Mode, string>> }
  ? z.output<Row['type']>
  : z.output<Row['type']> | undefined

/** The text of an unset setting. */
export function defaultIn({ default: text }: Setting, mode: Mode): string | undefined {
  return typeof text === 'string' ? text : text?.[mode]
}

/** A schema that reads the texts of these settings in this mode. */
export function readerOf<Rows extends SettingRows>(rows: Rows, mode: Mode): z.ZodType<ReadAs<Rows>> {
  const shape = Object.entries(rows).map(([name, row]) => {
    const text = defaultIn(row, mode)
    return [name, text === undefined ? row.type.optional() : row.type.prefault(text)]
  })
  // The compiler cannot follow this loop; `ReadAs` says the same in types.
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodType<ReadAs<Rows>>
}
