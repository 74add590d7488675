import { ID_ALPHABET, ID_BODY_LENGTH, type IdFor, type IdPrefix } from '#contract/ids.ts'

export type NewId = <Prefix extends IdPrefix>(prefix: Prefix) => IdFor<Prefix>

const TIME_LENGTH = 9
/** The last instant that an id has room for, in the year 3084, milliseconds. */
export const IDS_UNTIL_MS = 32 ** TIME_LENGTH - 1

/**
 * Makes ids that sort by creation (9 characters of milliseconds) and cannot be guessed (130 random bits).
 * An order's id is also its reference at the payment provider: 39 characters of `a-z0-9_`.
 */
export function idSource(now: () => Date, randomBytes: (count: number) => Uint8Array): NewId {
  return (prefix) => {
    let text = timeText(now())
    for (const byte of randomBytes(ID_BODY_LENGTH - TIME_LENGTH)) text += ID_ALPHABET.charAt(byte & 31)
    return `${prefix}_${text}` as IdFor<typeof prefix>
  }
}

/** What every id of that kind made at this instant or later sorts behind, and every earlier one before. */
export function idsFrom(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${timeText(at)}`
}

function timeText(at: Date): string {
  let time = at.getTime()
  let text = ''
  for (let i = 0; i < TIME_LENGTH; i++) {
    text = ID_ALPHABET.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  return text
}
