import { EXAM_PINS_MAX } from '#contract/constants.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import { readPhone } from '#server/payments/bills/read-number.ts'
import { one } from '#server/payments/kinds/kind.ts'
import { describeBill } from '#server/payments/kinds/purchase/describe-bill.ts'
import { requireFilled } from '#server/payments/orders/read-form.ts'
import { AppError } from '#server/platform/errors.ts'
import { EXAMS, readExam, requirePlan } from './exams.ts'
import { handOverPins, readPins } from './pins.ts'

/** Not the examination board, which neither sells nor confirms anything here. */
const SELLER = 'The company'

/** PINs to read results on an examination's own site, at the price per PIN on the provider's list. */
export const education = describeBill({
  kind: 'education',
  read: async ({ catalogue }, { exam: uncheckedExam, planId, quantity, phone: uncheckedPhone }) => {
    requireFilled({ exam: uncheckedExam, phone: uncheckedPhone })
    const exam = readExam(uncheckedExam)
    const phone = readPhone(uncheckedPhone)
    requireQuantity(quantity)
    const { id, name: planName, amountKobo: unitKobo } = await requirePlan(catalogue, { exam, planId })
    return {
      recipient: { exam, examName: EXAMS[exam].name, planId: id, planName, quantity, unitKobo, phone },
      amountKobo: kobo(BigInt(unitKobo) * BigInt(quantity)),
    }
  },
  services: EXAMS,
  service: ({ exam }) => exam,
  seller: () => SELLER,
  bought: ({ examName, planName }) => `${examName}, ${planName}`,
  terms: ({ quantity, unitKobo, phone }) => [
    ['Quantity', quantity === 1 ? '1 PIN' : `${quantity} PINs`],
    ['Price of one PIN', formatNaira(BigInt(unitKobo))],
    ['Phone', formatPhone(phone)],
  ],
  recipientKey: ({ exam, phone }) => `education:${exam}:${phone}`,
  line: ({ examName, planName, quantity, phone }) => ({
    title: quantity === 1 ? 'Exam PIN' : 'Exam PINs',
    counterparty: examName,
    detail: `${quantity} × ${planName} · ${phone}`,
  }),
  noun: ({ quantity }) => (quantity === 1 ? one('exam PIN') : { text: 'exam PINs', isPlural: true }),
  // The agreed plan is one PIN at its price, however many are bought.
  plan: ({ recipient: { exam, planId, planName, unitKobo } }) => ({
    list: { product: 'education', exam },
    seller: SELLER,
    code: planId,
    name: planName,
    amountKobo: BigInt(unitKobo),
  }),
  purchase: ({ exam, planId, quantity, phone }, amountKobo) => ({
    product: 'education',
    exam,
    planCode: planId,
    quantity,
    phone,
    amountKobo,
  }),
  number: ({ phone }) => phone,
  handOver: handOverPins,
  givenWithProof: () => 'the PINs',
  isHandedOver: async (deps, order) => (await readPins(deps, deps.database, order)).length >= order.recipient.quantity,
  beneficiary: () => null,
  receiptTo: ({ quantity, planName, examName, phone }) => ({
    name: null,
    place: { label: 'Phone', number: phone, more: `${quantity} × ${examName}, ${planName}` },
  }),
  plural: 'exam PINs',
})

/** @throws AppError `quantity.invalid` */
function requireQuantity(quantity: number): void {
  if (quantity >= 1 && quantity <= EXAM_PINS_MAX) return
  throw new AppError('quantity.invalid', { fields: { quantity: `1 to ${EXAM_PINS_MAX}` } })
}
