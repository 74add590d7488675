import type { JobKind } from '#server/outbox/jobs/job-kinds.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { Answer } from '#server/providers/answer.ts'
import type { PaymentProvider, TransferFacts, TransferStatus } from '#server/providers/payments/payment-provider.ts'
import { exactly } from '#tests/support/exactly.ts'
import type { Broken } from './product.ts'

/** Plausible mistakes. A simulation that misses any of them proves nothing. */
export const BROKEN: Readonly<Record<string, () => Broken>> = {
  'takes no answer to a transfer for a refusal': () => ({
    faults: [{ provider: 'paystack', operation: 'transfer', fault: 'not-found-then-success', count: 3 }],
    payments: (payments) => ({
      ...payments,
      async sendTransfer(of) {
        const sent = await payments.sendTransfer(of)
        return sent.outcome === 'unknown'
          ? { outcome: 'declined', reason: 'bad-recipient', message: cleanLine('silence', 10) }
          : sent
      },
    }),
  }),
  'gives a transfer back that is not found': () => ({
    faults: [{ provider: 'paystack', operation: 'transfer', fault: 'not-found-then-success', count: 3 }],
    ...verifying((facts) => (facts.status === 'not-found' ? 'failed' : facts.status)),
  }),
  'takes an accepted transfer for a paid one': () =>
    verifying((facts) => (facts.status === 'pending' ? 'paid' : facts.status)),
  'believes webhooks about transfers': () => {
    const told = new Map<string, TransferStatus>()
    return {
      faults: [{ provider: 'paystack', operation: 'webhook', fault: 'lying', count: 40 }],
      ...verifying((facts, reference) => told.get(reference) ?? facts.status, told),
    }
  },
  'sends a transfer again under another reference': () => {
    let sends = 0
    return {
      payments: (payments) => ({
        ...payments,
        sendTransfer: (of) => payments.sendTransfer({ ...of, reference: `${of.reference}-${++sends}` }),
      }),
    }
  },
  'commits statement by statement': () => ({
    database: (database) => ({
      ...database,
      transaction: (work) => work({ inTransaction: true, query: database.query }),
    }),
  }),
  'forgets the work of an order': () => rewriting(withoutWork('order')),
  'never compares its books with the providers': () => rewriting(withoutWork('reconcile')),
  'overlooks what comes back after a late success': () => {
    const failed = new Set<string>()
    return {
      faults: [{ provider: 'paystack', operation: 'transfer', fault: 'fail-then-success-then-reversed', count: 40 }],
      ...verifying((facts, reference) => {
        if (facts.status === 'failed') failed.add(reference)
        return facts.status === 'reversed' && failed.has(reference) ? 'paid' : facts.status
      }),
    }
  },
  'overlooks what a bank takes back': () => ({
    payments: (payments) => ({
      ...payments,
      async verifyPayment(reference) {
        const answer = await payments.verifyPayment(reference)
        if (answer.outcome !== 'succeeded' || answer.value.status !== 'reversed') return answer
        return { outcome: 'succeeded', value: { ...answer.value, status: 'success' } }
      },
    }),
  }),
  'shows a kobo more than there is': () => rewriting(replaced('0) as "availableKobo"', '0) + 1 as "availableKobo"')),
  // The freeze is checked before the PIN is tried, and again when the order is decided.
  'overlooks a freeze': () =>
    rewriting(
      replaced('key_y, frozen_at,', 'key_y, null::timestamptz as frozen_at,'),
      replaced('u.frozen_at is not null or ', ''),
    ),
  'has an entry changed by one kobo behind its back': () => ({
    atStep: {
      step: 150,
      act: (database) =>
        database.exec(`alter table ledger_entries disable trigger ledger_entries_append_only;
          update ledger_entries set amount = amount + 1 where ctid = (select min(ctid) from ledger_entries where amount > 0);
          alter table ledger_entries enable trigger ledger_entries_append_only`),
    },
  }),
}

/** Replaces a statement's text. */
type Rewrite = (text: string, params: readonly unknown[]) => string

const replaced =
  (from: string, to: string): Rewrite =>
  (text) =>
    text.replace(from, to)

/** Suppresses statements that queue work of this kind, alone or among other writes. */
function withoutWork(kind: JobKind): Rewrite {
  return (text, params) => {
    const isAbout = params.some((each) => Array.isArray(each) && each.includes(kind))
    return isAbout ? text.replace(/insert into jobs [^;]*?unnest\([^)]*\)\s+as w \([^)]*\)/, '$& where false') : text
  }
}

/** Rewrites statements, also those in transactions. */
function rewriting(...rewrites: readonly Rewrite[]): Broken {
  const madeWrong = rewrites.map(() => 0)
  const over = (sql: Sql): Sql['query'] => {
    return async (text, params = []) => {
      const written = rewrites.reduce((before, rewrite, i) => {
        const after = rewrite(before, params)
        if (after !== before) madeWrong[i] = (madeWrong[i] ?? 0) + 1
        return after
      }, text)
      return await sql.query(written, params)
    }
  }
  return {
    madeWrong: () => Math.min(...madeWrong),
    database: (database) => ({
      ...database,
      query: over(database),
      connection: (work) => database.connection((sql) => work({ query: over(sql) })),
      transaction: (work) => database.transaction((tx) => work({ inTransaction: true, query: over(tx) })),
    }),
  }
}

/** Misreads verifications of transfers. `told` collects what webhooks say. */
function verifying(
  read: (facts: TransferFacts, reference: string) => TransferStatus,
  told?: Map<string, TransferStatus>,
): Broken {
  // The provider states no amount for an unknown transfer: the requested one stands in for it.
  const asked = new Map<string, bigint>()
  const change = (answer: Answer<TransferFacts>, reference: string): Answer<TransferFacts> => {
    if (answer.outcome !== 'succeeded') return answer
    const status = read(answer.value, reference)
    const amountKobo = asked.get(reference) ?? answer.value.amountKobo
    return status === answer.value.status
      ? answer
      : { outcome: 'succeeded', value: { ...answer.value, status: status, amountKobo, currency: exactly('NGN') } }
  }
  return {
    payments: (payments: PaymentProvider) => ({
      ...payments,
      sendTransfer(of) {
        asked.set(of.reference, of.amountKobo)
        return payments.sendTransfer(of)
      },
      verifyTransfer: async (reference) => change(await payments.verifyTransfer(reference), reference),
      readWebhook(rawBody) {
        const hint = payments.readWebhook(rawBody)
        if (told !== undefined && hint?.about === 'transfer') told.set(hint.reference, standingIn(rawBody))
        return hint
      },
    }),
  }
}

function standingIn(rawBody: Uint8Array): TransferStatus {
  const { event } = JSON.parse(Buffer.from(rawBody).toString()) as { event: string }
  if (event === 'transfer.success') return 'paid'
  return event === 'transfer.reversed' ? 'reversed' : 'failed'
}
