import type { Permission } from '#contract/console/permission.ts'

/** One field of an act's request. Plain data, so the browser needs no zod. */
export type Field = TextField | ListField | ChoiceField | OperatorField
/** Text as typed, at most `max` characters. The use case has tighter limits, with messages of its own. */
type TextField = {
  readonly max: number
  readonly min?: number
  /** In a terminal, the operator names a file that holds the text. */
  readonly isFile?: true
}
/** At most `listMax` texts of at most `max` characters. */
type ListField = { readonly max: number; readonly listMax: number }
type ChoiceField = { readonly oneOf: readonly string[] }
type OperatorField = { readonly id: 'opr' }

export type Fields = Readonly<Record<string, Field>>

type ValueOf<Of extends Field> = Of extends { readonly oneOf: readonly (infer Choice extends string)[] }
  ? Choice
  : Of extends ListField
    ? string[]
    : string

/** An act's request: a value for each field. */
export type BodyOf<Of extends Fields> = { [Name in keyof Of]: ValueOf<Of[Name]> }

/**
 * The facts of an act that one operator asks for and another confirms, shared by the browser, the record and the
 * server. server/acts/<act>.ts carries it out.
 */
export type ActFacts = Required<Permission> & {
  readonly name: string
  /** The line in the record once it is done. */
  readonly doneText: string
  /** The line in the record once it is requested. */
  readonly requestedText: string
  /** `POST <path>/options` shows what is signed, `POST <path>` stores it. Null: it is asked for elsewhere. */
  readonly path: string | null
  readonly asks: Fields
  /** Many people rely on the time it starts or ends, so nobody confirms it while the clock is in doubt. */
  readonly isDated?: boolean
}
