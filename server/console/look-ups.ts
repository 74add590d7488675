import type { DecisionOptions } from '#contract/console/operators.ts'
import type { Command } from '#contract/console/permissions.ts'
import { LOOKUPS_PER_MINUTE } from '#contract/console/search-limits.ts'
import type { OperatorId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError, RefusedError } from '#server/platform/errors.ts'
import type { ConsoleSession } from './console-session.ts'
import { toAppError } from './enrol-passkey.ts'

/** Acts that reveal whether a typed email, name or id exists. Each leaves a line and counts towards the limit. */
const LOOKUPS = ['search', 'look-at-terms', 'decision-refused'] as const
type Lookup = {
  readonly act: (typeof LOOKUPS)[number]
  readonly subject?: string | null
  readonly after: Readonly<Record<string, unknown>>
}

const MINUTE_MS = 60_000
/** Terms name a customer only by id, because they are stored for good. */
const CUSTOMER = /\busr_[0-9a-z]{35}\b/

/**
 * Records a look-up before its result is revealed. The limit counts per operator, over all their sessions and all
 * processes; concurrent look-ups take turns.
 *
 * @throws AppError request.too-many with retryAfterS, after LOOKUPS_PER_MINUTE of them
 */
export async function recordLookup(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  { operator: by, where }: ConsoleSession,
  lookup: Lookup,
): Promise<void> {
  await requireRoom(tx, deps, by.id)
  await addAuditLine(tx, deps, { by, where, ...lookup })
}

async function requireRoom(tx: Transaction, { clock }: Pick<Deps, 'clock'>, operatorId: OperatorId): Promise<void> {
  const now = clock.now().getTime()
  await tx.query('select 1 from operators where id = $1 for no key update', [operatorId])
  const [recent] = await tx.query<{ count: number; first: Date | null }>(
    `select count(*)::int as count, min(at) as first from operator_audit
     where operator_id = $1 and act = any($2) and at > $3`,
    [operatorId, LOOKUPS, new Date(now - MINUTE_MS)],
  )
  if (recent === undefined || recent.count < LOOKUPS_PER_MINUTE) return
  const leftMs = (recent.first?.getTime() ?? now) + MINUTE_MS - now
  throw new AppError('request.too-many', { retryAfterS: Math.max(1, Math.ceil(leftMs / 1_000)) })
}

/**
 * Offers the terms an operator is about to sign. Asking for terms reveals whether what was typed exists, so it leaves a
 * line, as a refusal does.
 *
 * @throws AppError request.too-many, and what `offer` throws
 */
export async function offerAndRecord(
  deps: Pick<Deps, 'clock' | 'database'>,
  session: ConsoleSession,
  of: { readonly act: Command; readonly offer: () => Promise<DecisionOptions> },
): Promise<DecisionOptions> {
  const options = await of.offer().catch(refusalOf)
  const refused = options instanceof Error ? { because: codeOf(options) } : {}
  const subject = options instanceof Error ? null : (CUSTOMER.exec(options.terms)?.[0] ?? null)
  const after = { of: of.act, ...refused }
  await deps.database.transaction((tx) => recordLookup(tx, deps, session, { act: 'look-at-terms', subject, after }))
  return options instanceof Error ? toAppError(options) : options
}

/**
 * Carries out what an operator signed, which leaves its own line. A refusal reveals as much as the terms would, even
 * without a valid signature, so it leaves a line here.
 *
 * @throws AppError request.too-many, and what `decide` throws
 */
export async function decideAndRecord<Answer>(
  deps: Pick<Deps, 'clock' | 'database'>,
  session: ConsoleSession,
  of: { readonly act: Command; readonly decide: () => Promise<Answer> },
): Promise<Answer> {
  const done = await of.decide().then((answer) => ({ answer }), refusalOf)
  if (!(done instanceof Error)) return done.answer
  const after = { of: of.act, because: codeOf(done) }
  await deps.database.transaction((tx) => recordLookup(tx, deps, session, { act: 'decision-refused', after }))
  return toAppError(done)
}

type Refusal = AppError | RefusedError

/** Server errors and rate limits reveal nothing about anybody, so they are rethrown. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedError || (error instanceof AppError && error.status < 500)) return error
  throw error
}

const codeOf = (refusal: Refusal) => (refusal instanceof AppError ? refusal.code : 'operator.refused')
