import { CLOSED_TOGETHER_MAX } from '#contract/console/limits.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import { formatNaira } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { askForAct, type Confirmation, carryOut, type OperatorRequest } from '#server/identity/operators/requests.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { closeAsOwn, type OwnMoneyChange, planClosing } from './close-as-own.ts'
import { readOwnKobo } from './compare-balance.ts'
import { type AskedBy, findOpen, type ListedException, otherByNow, readEvidence, sumOf } from './open-difference.ts'

/** The numbers are stored as the request's subject, which the database limits to this length. */
const SUBJECT_MAX_LENGTH = 60

export type UncheckedTogether = {
  readonly uncheckedNumbers: readonly string[]
  readonly uncheckedEvidence: string
}

/**
 * Requests closing several related open differences of one provider, with one evidence for all. Another operator has to
 * confirm.
 *
 * @throws RefusedError as readTogether
 */
export async function requestTogether(
  deps: Pick<Deps, 'database' | 'clock' | 'newId'>,
  of: UncheckedTogether & AskedBy,
): Promise<OperatorRequestId> {
  const asked = { ...of, act: 'close-differences', ...(await readTogether(deps.database, of)) } as const
  return await askForAct(deps, asked)
}

/**
 * The exact content of such a request, from what was typed. Describes each difference in a sentence, by its number.
 *
 * @throws RefusedError for fewer than two or too many, two providers, one that is not open or whose sum is unknown, one
 *   that has to be closed alone, and without evidence
 */
export async function readTogether(
  sql: Sql,
  of: UncheckedTogether,
): Promise<{ subject: string; content: OperatorRequest['content'] }> {
  const numbers = [...new Set(of.uncheckedNumbers)]
  if (numbers.length < 2) throw new RefusedError('choose at least two differences')
  if (numbers.length > CLOSED_TOGETHER_MAX) throw new RefusedError(`choose at most ${CLOSED_TOGETHER_MAX} differences`)
  const evidence = readEvidence(of.uncheckedEvidence)
  const found: ListedException[] = []
  for (const number of numbers) found.push(await findOpen(sql, number))
  found.sort((one, other) => Number(one.number - other.number))
  const provider = providerOf(found)
  const subject = found.map(({ number }) => number).join(',')
  if (subject.length > SUBJECT_MAX_LENGTH) throw new RefusedError('these are too many at once: choose fewer')
  const sumKobo = `${found.reduce((sum, each) => sum + sumOf(each), 0n)}`
  const described = Object.fromEntries(found.map((each) => [nameOf(each.number), describeInOne(each)]))
  return { subject, content: { provider, sumKobo, ...described, evidence } }
}

function providerOf(found: readonly ListedException[]): string {
  const providers = new Set(found.map(({ provider }) => provider))
  if (providers.size > 1) throw new RefusedError('they are of different providers: choose those of one')
  const alone = found.find(({ kind }) => kind === 'maybe-sent')
  if (alone !== undefined)
    throw new RefusedError(`close ${alone.number} alone: it says under which reference it was sent`)
  return [...providers][0] ?? ''
}

const nameOf = (number: bigint | string) => `difference ${number}`

/** Kind, amount and detail: while they stay the same, it is the difference of the request. */
function describeInOne({ kind, reference, detail, differenceKobo }: ListedException): string {
  return `${kind} about ${reference}, ${formatNaira(differenceKobo ?? 0n)}: ${detail}`
}

/** The differences of a request, one sentence each, as they were when it was made. */
export function sayDifferences({ subject, content }: Pick<OperatorRequest, 'subject' | 'content'>): string[] {
  return subject.split(',').map((number) => `${number}: ${content[nameOf(number)]}.`)
}

/**
 * What closing the differences would post now.
 *
 * @throws RefusedError when one of them is closed, or has changed in the meantime
 */
export async function previewTogether(sql: Sql, { subject, content }: OperatorRequest): Promise<OwnMoneyChange | null> {
  const current: ListedException[] = []
  for (const number of subject.split(',')) current.push(await findOpen(sql, number))
  refuseOthers(current, content)
  return planClosing(current, await readOwnKobo(sql, content.provider ?? ''))
}

/**
 * Closes all of the differences or none, confirmed by another operator. Makes no ledger entry: their sum counts as our
 * own money from then on.
 *
 * @throws RefusedError as closeException
 */
export async function closeTogether(
  deps: Deps,
  of: Confirmation & { readonly shown?: OwnMoneyChange | null },
): Promise<void> {
  const { request, by, shown } = of
  const numbers = request.subject.split(',').map(BigInt)
  const check = (current: readonly ListedException[]) => refuseOthers(current, request.content)
  await carryOut(deps, of, async (tx, at) => ({
    after: await closeAsOwn(tx, { request, by, numbers, at, shown, check }),
  }))
}

function refuseOthers(current: readonly ListedException[], content: OperatorRequest['content']): void {
  for (const each of current) {
    sumOf(each)
    const isSame = each.provider === content.provider && describeInOne(each) === content[nameOf(each.number)]
    if (!isSame) throw otherByNow(each.number)
  }
}
