import { readHolderName } from '#server/platform/text/holder-name.ts'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { type Context, codeOf, nameOfCode, ownWords } from './api.ts'
import { type Fields, fieldsOf, firstOf, SAYS_NOTHING, textOf } from './fields.ts'

/**
 * The owner of a meter or smartcard number. VTpass answers 000 even for an unknown number, and says so inside. A name
 * that could be taken for another is declined: the biller would repeat it.
 */
export function resolveCustomer({ api, timeouts, isWorthAsking }: Context): BillsProvider['resolveCustomer'] {
  return async ({ biller, customerNumber, meterType }) => {
    if (!isWorthAsking()) return unknown('not asked: no answers lately')
    const type = meterType === null ? {} : { type: meterType }
    const reply = await api('resolveCustomer', {
      method: 'POST',
      path: '/merchant-verify',
      body: { billersCode: customerNumber, serviceID: biller, ...type },
      timeoutMs: timeouts.readMs,
    })
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    const code = codeOf(reply.body)
    const message = nameOfCode(code)
    if (code === '012') return { outcome: 'declined', reason: 'unknown-biller', message }
    if (code === '011') return { outcome: 'declined', reason: 'not-resolved', message }
    if (!reply.isHttpSuccess || (code !== '000' && code !== '020')) return unknown(message)
    const content = fieldsOf(reply.body.content)
    if (isWrongNumber(content))
      return { outcome: 'declined', reason: 'not-resolved', message: ownWords('no such customer') }
    if (meterType === 'prepaid' && isAnotherMeter(content.Meter_Number, customerNumber)) {
      return unknown('another meter was resolved')
    }
    const said = firstOf(content, ['Customer_Name', 'CustomerName', 'customerName'])
    if (typeof said !== 'string') return unknown('a customer without a name')
    const customerName = SAYS_NOTHING.test(said.trim()) ? null : readHolderName(said)
    if (customerName === null) {
      return { outcome: 'declined', reason: 'unreadable-name', message: ownWords('a name that cannot be shown') }
    }
    return succeeded({ customerName, detail: textOf(firstOf(content, ['Address', 'Current_Bouquet'])) })
  }
}

function isWrongNumber(content: Fields): boolean {
  return content.WrongBillersCode === true || firstOf(content, ['error', 'errors']) !== undefined
}

/**
 * Whether the answer names another meter. For prepaid only: a postpaid account's number is not its meter's. Leading
 * zeros may be lost.
 */
function isAnotherMeter(meter: unknown, customerNumber: string): boolean {
  const digits = typeof meter === 'number' ? String(meter) : meter
  if (typeof digits !== 'string' || !/^\d{5,20}$/.test(digits)) return false
  return digits.replace(/^0+/, '') !== customerNumber.replace(/^0+/, '')
}
