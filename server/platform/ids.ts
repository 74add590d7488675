import { ID_ALPHABET, ID_BODY_LENGTH, type IdFor, type IdPrefix } from '#contract/ids.ts'

export type NewId = <Prefix extends IdPrefix>(prefix: Prefix) => IdFor<Prefix>

const TIME_LENGTH = 9
/** The last instant that fits into an id, in the year 3084, ms. */
const IDS_UNTIL_MS = 32 ** TIME_LENGTH - 1

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

/** A bound: ids of this kind made at this instant or later sort after it, all earlier ones before it. */
export function idsFrom(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${timeText(at)}`
}

/** A row's id is made in the transaction that writes it, and no transaction lasts nearly this long. */
const WRITTEN_WITHIN_MS = 60 * 60_000

/**
 * A lower bound for the ids of all rows written at this instant or later, so that an index on ids can find a range of
 * time. Some earlier rows' ids are above it too, so the row's own time still decides.
 */
export function idsSince(prefix: IdPrefix, at: Date): string {
  return idsAround(prefix, at.getTime() - WRITTEN_WITHIN_MS)
}

/** An upper bound of the ids of all rows written before this instant; the row's own time still decides. */
export function idsUntil(prefix: IdPrefix, at: Date): string {
  return idsAround(prefix, at.getTime() + WRITTEN_WITHIN_MS)
}

/** Clamps the time to what fits into an id: from 1970 to the last instant. */
function idsAround(prefix: IdPrefix, ms: number): string {
  return idsFrom(prefix, new Date(Math.min(Math.max(0, ms), IDS_UNTIL_MS)))
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
