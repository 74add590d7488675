import { z } from 'zod'
import { cleanLine, DESCRIPTION_MAX_LENGTH } from '#server/platform/text/sanitize-line.ts'
import { type Answer, succeeded, unknown } from '#server/providers/answer.ts'
import type { AccountRefusal, IssuedAccount, PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import type { Unanswered } from '#server/providers/provider-http.ts'
import { type Context, type Reply, refusalCause } from './api.ts'
import { exactField, exactOrNoneField, idField, issuedNumberField, nameField } from './fields.ts'
import { accountRefusal } from './refusals.ts'

const customer = z.object({ customer_code: exactField })

/** Registers a customer. A repeat for the same email returns the existing customer. */
export function createCustomer({ api, timeouts }: Context): PaymentProvider['createCustomer'] {
  return async ({ email, firstName, lastName, phone, userId }) => {
    const reply = await api('createCustomer', {
      method: 'POST',
      path: '/customer',
      body: {
        email,
        first_name: firstName,
        last_name: lastName,
        ...(phone === null ? {} : { phone }),
        metadata: { user_id: userId },
      },
      timeoutMs: timeouts.writeMs,
    })
    if (reply.kind !== 'accepted') return refusedOrUnknown(reply)
    const read = customer.safeParse(reply.data)
    if (!read.success) return unknown('a customer without a code')
    return succeeded({ customerCode: read.data.customer_code })
  }
}

/** A refusal with its reason, and with Paystack's words for operators. */
function refusedOrUnknown(
  reply: Exclude<Reply, { kind: 'accepted' }> | Unanswered,
): Exclude<Answer<never, AccountRefusal>, { outcome: 'succeeded' }> {
  if (reply.kind === 'unanswered') return unknown(reply.cause)
  const message = cleanLine(`${refusalCause(reply)}: ${reply.message}`, DESCRIPTION_MAX_LENGTH)
  return { outcome: 'declined', reason: accountRefusal(reply), message }
}

const account = z.object({
  // Kept for support only: an unreadable id must not cost anybody their account number.
  id: idField.nullable().catch(null),
  account_number: issuedNumberField,
  account_name: nameField,
  bank: z.object({ name: nameField }).catch({ name: nameField.parse(null) }),
  active: z.boolean().catch(true),
  assigned: z.boolean().catch(true),
  customer: z.object({ customer_code: exactOrNoneField }).nullish().catch(null),
})
type Account = z.infer<typeof account>

/**
 * The customer's own account number. Paystack would issue a second one on a repeat, so this customer's accounts are
 * looked up first, and again when it refuses. If the look-up has no answer, none is issued.
 *
 * Name and phone number are sent along, because an existing customer may lack them.
 */
export function issueAccount(context: Context, preferredBank: string): PaymentProvider['issueAccount'] {
  return async ({ customerCode, firstName, lastName, phone }) => {
    const before = await findAccount(context, customerCode)
    if (before.outcome !== 'succeeded') return before
    if (before.value !== null) return succeeded(before.value)

    const reply = await context.api('issueAccount', {
      method: 'POST',
      path: '/dedicated_account',
      body: {
        customer: customerCode,
        preferred_bank: preferredBank,
        first_name: firstName,
        last_name: lastName,
        phone,
      },
      timeoutMs: context.timeouts.writeMs,
    })
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (reply.kind === 'refused') {
      const after = await findAccount(context, customerCode)
      if (after.outcome === 'succeeded' && after.value !== null) return succeeded(after.value)
      return refusedOrUnknown(reply)
    }
    const read = account.safeParse(reply.data)
    if (!read.success || !read.data.active) return unknown('an account that cannot be read')
    if ((read.data.customer?.customer_code ?? customerCode) !== customerCode)
      return unknown("another customer's account")
    return succeeded(issued(read.data))
  }
}

const ACCOUNTS_PER_PAGE = 100

/**
 * The oldest active account of this customer, or null. Paystack documents the filter by id and also accepts the code;
 * the answer is filtered again, so that an ignored filter cannot hand out somebody else's account.
 */
async function findAccount(
  context: Context,
  customerCode: string,
): Promise<Answer<IssuedAccount | null, AccountRefusal>> {
  const reply = await context.api('findAccount', {
    method: 'GET',
    path: '/dedicated_account',
    query: { customer: customerCode, active: 'true', currency: 'NGN', perPage: String(ACCOUNTS_PER_PAGE) },
    timeoutMs: context.timeouts.readMs,
  })
  if (reply.kind === 'unanswered') return unknown(reply.cause)
  if (reply.kind === 'refused' && reply.status !== 404) return refusedOrUnknown(reply)
  const rows: unknown = reply.kind === 'refused' ? [] : reply.data
  if (!Array.isArray(rows)) return unknown('a list of accounts that is not a list')
  const reads = rows.map((row) => account.safeParse(row))
  const own = reads
    .filter((read) => read.success)
    .map((read) => read.data)
    .filter((each) => each.customer?.customer_code === customerCode && each.active && each.assigned)
    .sort((a, b) => byAge(a.id ?? NO_ID, b.id ?? NO_ID))
  const oldest = own[0]
  // An unreadable row may be the account in question, so no other is issued.
  if (oldest === undefined && reads.some((read) => !read.success)) return unknown('a list of accounts in another shape')
  return succeeded(oldest === undefined ? null : issued(oldest))
}

/** Sorts after every id: an account with an unreadable id is never the oldest if there is another. */
const NO_ID = '\u007f'.repeat(30)

/** Ids are numbers as text and grow. */
function byAge(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1)
}

function issued(read: Account): IssuedAccount {
  return {
    accountNumber: read.account_number,
    bankName: read.bank.name,
    accountName: read.account_name,
    providerAccountId: read.id,
  }
}
