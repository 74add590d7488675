import type { Permission } from '#contract/console/permission.ts'

/** One field of what an act asks for. It is plain data, so the browser reads it without zod. */
export type Field = TextField | ListField | ChoiceField | OperatorField
/** As typed, of at most `max` characters. The use case refuses less than that with words of its own. */
type TextField = {
  readonly max: number
  readonly min?: number
  /** A terminal takes the name of a file that has the text. */
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

/** What somebody asks for, with a value in each field. */
export type BodyOf<Of extends Fields> = { [Name in keyof Of]: ValueOf<Of[Name]> }

/**
 * What is known of an act that one operator asks for and another confirms, wherever it is named: in the browser, in the record
 * and on the server. What it does is in server/acts/<act>.ts.
 */
export type ActFacts = Required<Permission> & {
  readonly name: string
  /** Its line in the record. */
  readonly done: string
  /** The line of the request. */
  readonly asked: string
  /** `POST <path>/options` shows what is signed, `POST <path>` stores it. Null: it is asked for elsewhere. */
  readonly path: string | null
  readonly asks: Fields
  /** It begins or ends something at a moment that many go by, so nobody confirms it while the clock is in doubt. */
  readonly isDated?: boolean
}
