import type { ExceptionKind } from '#contract/console/breaks.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import type { HowDecided, OperatorRequest, RequestContent } from '#server/identity/operators/requests.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readAtMost } from '#server/platform/text/read-whole-line.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { BothSides } from './findings.ts'

const EVIDENCE_MIN_LENGTH = 4
const EVIDENCE_MAX_LENGTH = 500

/** The operator who proposes to close a difference, and their session or terminal. */
export type AskedBy = HowDecided & { readonly by: ProvenOperator }

export type ListedException = BothSides & {
  readonly number: bigint
  readonly provider: string
  readonly kind: ExceptionKind
  readonly reference: string
  readonly detail: string
  readonly foundAt: Date
  readonly closedAt: Date | null
  readonly evidence: string | null
  /** It ended without people: a later list had the line that an earlier one lacked. */
  readonly cameLate: boolean
}

export const EXCEPTION_COLUMNS = `number, provider, kind, reference, detail, ledger_kobo as "ledgerKobo",
  provider_kobo as "providerKobo", difference_kobo as "differenceKobo", found_at as "foundAt", closed_at as "closedAt", evidence,
  came_late as "cameLate"`

/** @throws RefusedError when no such difference is open */
export async function findOpen(sql: Sql, uncheckedNumber: string): Promise<ListedException> {
  const number = /^\d{1,15}$/.test(uncheckedNumber) ? uncheckedNumber : '0'
  const [found] = await sql.query<ListedException>(
    `select ${EXCEPTION_COLUMNS} from reconciliation_exceptions where number = $1 and closed_at is null`,
    [number],
  )
  if (found === undefined) throw new RefusedError(`there is no open difference ${cleanLine(uncheckedNumber, 20)}`)
  return found
}

/** @throws RefusedError for a text that proves nothing */
export function readEvidence(uncheckedEvidence: string): string {
  const evidence = readAtMost(uncheckedEvidence, { what: 'the proof', max: EVIDENCE_MAX_LENGTH })
  if (evidence.length < EVIDENCE_MIN_LENGTH) throw new RefusedError('what proves it? Say so after the number')
  return evidence
}

/** What the second operator reads about a difference. It must be unchanged when they confirm. */
export function describe({ provider, kind, reference, detail, differenceKobo }: ListedException): RequestContent {
  return { provider, kind, reference, detail, differenceKobo: `${differenceKobo}` }
}

/**
 * The amount of the difference, kobo.
 *
 * @throws RefusedError while its amount is unknown
 */
export function sumOf({ number, differenceKobo }: ListedException): bigint {
  if (differenceKobo !== null) return differenceKobo
  throw new RefusedError(`what ${number} comes to is not known yet: its provider has not answered; compare again first`)
}

/** @throws RefusedError when the difference is not what the request described */
export function refuseOther(current: ListedException, described: RequestContent): void {
  const isSame = Object.entries(describe(current)).every(([name, value]) => described[name] === value)
  if (!isSame) throw otherByNow(current.number)
}

export function otherByNow(number: bigint): RefusedError {
  return new RefusedError(`${number} has changed in the meantime: look at it, and ask again`)
}

/** Whether a pending request closes this difference, alone or with others. */
export function closesDifference({ act, subject }: Pick<OperatorRequest, 'act' | 'subject'>, number: bigint): boolean {
  if (act === 'close-differences') return subject.split(',').includes(`${number}`)
  return act === 'close-difference' && subject === `${number}`
}
