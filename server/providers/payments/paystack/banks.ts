import { z } from 'zod'
import { UNREADABLE } from '#server/platform/text/exact-text.ts'
import { readHolderName } from '#server/platform/text/holder-name.ts'
import { cleanLine, DESCRIPTION_MAX_LENGTH } from '#server/platform/text/sanitize-line.ts'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { PaymentProvider, ProviderBank } from '#server/providers/payments/payment-provider.ts'
import { type Context, declinedOrUnknown, type Refusal } from './api.ts'
import {
  accountNumberField,
  bankCodeField,
  cleaned,
  exactField,
  exactOrNoneField,
  idOrNoneField,
  noteField,
} from './fields.ts'

const BANKS_PER_PAGE = 100
/** Nigeria has fewer than 300 institutions on the list. */
const BANK_PAGES_MAX = 20

const bankRow = z.object({
  code: exactField,
  name: noteField,
  slug: exactOrNoneField,
  active: z.boolean().catch(true),
  is_deleted: z.boolean().nullish().catch(null),
  supports_transfer: z.boolean().nullish().catch(null),
})
const bankMeta = z.object({ next: idOrNoneField }).nullish()

/** Every institution in Paystack's order. All pages or none: half a list would hide people's banks. */
export function listBanks({ api, timeouts, log, isWorthAsking }: Context): PaymentProvider['listBanks'] {
  return async () => {
    if (!isWorthAsking()) return unknown('not asked: no answers lately')
    const banks: ProviderBank[] = []
    let next: string | null = null
    for (let page = 1; page <= BANK_PAGES_MAX; page++) {
      const reply = await api('listBanks', {
        method: 'GET',
        path: '/bank',
        query: {
          country: 'nigeria',
          currency: 'NGN',
          perPage: String(BANKS_PER_PAGE),
          use_cursor: 'true',
          ...(next === null ? {} : { next }),
        },
        timeoutMs: timeouts.listMs,
      })
      if (reply.kind !== 'accepted') return declinedOrUnknown(reply)
      if (!Array.isArray(reply.data)) return unknown('a bank list that is not a list')
      banks.push(...readBanks(reply.data, log))
      const meta = bankMeta.safeParse(reply.meta)
      const following = meta.success ? (meta.data?.next ?? null) : null
      if (following === null) return banks.length === 0 ? unknown('a bank list without banks') : succeeded(banks)
      if (following === UNREADABLE) return unknown('a bank list whose next page cannot be asked for')
      if (following === next) return unknown('a bank list that repeats its page')
      next = following
    }
    return unknown(`a bank list of more than ${BANK_PAGES_MAX} pages`)
  }
}

function readBanks(rows: readonly unknown[], log: Context['log']): ProviderBank[] {
  return rows.flatMap((row) => {
    const read = bankRow.safeParse(row)
    if (!read.success) {
      log.warn({ provider: 'paystack', operation: 'listBanks' }, 'a bank without a code was left out')
      return []
    }
    const { code, name, slug, active, is_deleted, supports_transfer } = read.data
    return [
      {
        code,
        name: name ?? cleanLine(`Bank ${code}`, DESCRIPTION_MAX_LENGTH),
        slug,
        active: active && is_deleted !== true && supports_transfer !== false,
      },
    ]
  })
}

const resolved = z.object({ account_name: z.string(), account_number: accountNumberField })

/**
 * The account holder's name, by the bank. The account number is sent as text, so that leading zeros survive. A name
 * that could be taken for another is declined: the bank would repeat it.
 */
export function resolveAccount({ api, timeouts, isWorthAsking }: Context): PaymentProvider['resolveAccount'] {
  return async ({ bankCode, accountNumber }) => {
    if (!isWorthAsking()) return unknown('not asked: no answers lately')
    const reply = await api('resolveAccount', {
      method: 'GET',
      path: '/bank/resolve',
      query: { account_number: accountNumber, bank_code: bankCode },
      timeoutMs: timeouts.readMs,
    })
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (reply.kind === 'refused') {
      return { outcome: 'declined', reason: resolveRefusal(reply), message: reply.message }
    }
    const read = resolved.safeParse(reply.data)
    if (!read.success) return unknown('a resolved account without a name')
    const { account_name, account_number } = read.data
    if (account_number !== null && account_number !== accountNumber) return unknown('another account was resolved')
    const accountName = readHolderName(account_name)
    if (accountName !== null) return succeeded({ accountName })
    return { outcome: 'declined', reason: 'unreadable-name', message: cleaned('a name that cannot be shown') }
  }
}

function resolveRefusal({ status, message }: Refusal): 'not-resolved' | 'unknown-bank' | 'refused' {
  if (/^unknown bank code/i.test(message)) return 'unknown-bank'
  return status === 422 || /^could not resolve account name/i.test(message) ? 'not-resolved' : 'refused'
}

const recipient = z.object({
  recipient_code: exactField,
  details: z.object({ account_number: accountNumberField, bank_code: bankCodeField }).nullish().catch(null),
})

/** Registers a transfer's recipient. A repeat for the same account returns the existing record. */
export function createRecipient({ api, timeouts }: Context): PaymentProvider['createRecipient'] {
  return async ({ name, bankCode, accountNumber }) => {
    const reply = await api('createRecipient', {
      method: 'POST',
      path: '/transferrecipient',
      body: { type: 'nuban', name, account_number: accountNumber, bank_code: bankCode, currency: 'NGN' },
      timeoutMs: timeouts.writeMs,
    })
    if (reply.kind !== 'accepted') return declinedOrUnknown(reply)
    const read = recipient.safeParse(reply.data)
    if (!read.success) return unknown('a recipient without a code')
    const { recipient_code, details } = read.data
    const isOther =
      (details?.account_number ?? accountNumber) !== accountNumber || (details?.bank_code ?? bankCode) !== bankCode
    // Money sent to this code would reach somebody else.
    if (isOther) return unknown('a recipient for another account')
    return succeeded({ recipientCode: recipient_code })
  }
}
