import { expect, test } from 'vitest'
import { accountRefusal, isDuplicateReference, TRANSFER_REFUSALS, transferRefusal } from './refusals.ts'

const refused = (message: string, code: string | null = null, status = 400) => ({ status, code, message })

test.each(TRANSFER_REFUSALS.map((row) => [row.message, row.refusal, row.status] as const))(
  'the message "%s" alone is %s',
  (message, refusal, status) => {
    expect(transferRefusal(refused(message, null, status))).toBe(refusal)
  },
)

test('case, a final full stop and a curly apostrophe make no difference', () => {
  expect(transferRefusal(refused('  YOUR BALANCE IS NOT ENOUGH to fulfil this request. '))).toBe('float-low')
  expect(transferRefusal(refused('Sorry, we can’t make the transfer to this recipient at the moment'))).toBe(
    'recipient-blocked',
  )
})

test('the code of a bad recipient is enough', () => {
  expect(transferRefusal(refused('Some newer wording', 'invalid_transfer_recipient'))).toBe('bad-recipient')
})

test.each([
  ['Your balance is not enough to fulfil this request, but it was queued', null, 400],
  ['Your balance is not enough to fulfil this request', null, 409],
  ['Recipient specified is invalid', 'invalid_transfer_recipient', 404],
  ['Your reference contains illegal special characters', null, 400],
  ['An error occurred', 'unknown', 400],
  ['', null, 400],
])('"%s" (%s, %i) is not in the closed list', (message, code, status) => {
  expect(transferRefusal(refused(message, code, status))).toBeNull()
})

test('a duplicate reference is never a refusal, whatever else the answer says', () => {
  const wording = 'Please provide a unique reference. Reference already exists on a transfer'
  expect(isDuplicateReference(refused(wording))).toBe(true)
  expect(isDuplicateReference(refused('x', 'duplicate_transfer_reference', 404))).toBe(true)
  expect(transferRefusal(refused('Recipient specified is invalid', 'duplicate_transfer_reference'))).toBeNull()
})

test.each([
  ['Customer phone number is invalid', null, 'bad-phone'],
  ['Invalid phone number', 'invalid_params', 'bad-phone'],
  ['Please enter a valid phone', 'validation_error', 'bad-phone'],
  ['Customer phone number is required', 'missing_params', 'refused'],
  ['phone is required', null, 'refused'],
  ["Customer's phone number is not set", null, 'refused'],
  ['The customer has no phone number', null, 'refused'],
  ['Missing phone number', null, 'refused'],
  ['Dedicated NUBAN is not available for your business', 'feature_unavailable', 'not-enabled'],
  ['Account numbers are not enabled for your integration', null, 'not-enabled'],
  ['Customer has to be validated', null, 'not-validated'],
  ['Customer validation is required for your business category', null, 'not-validated'],
  ['Customer not identified', null, 'not-validated'],
  ['BVN is required', null, 'not-validated'],
  ['Something else', 'customer_not_validated', 'not-validated'],
  ['Your business has reached its limit of dedicated accounts', null, 'limit-reached'],
  ['You have the maximum number of accounts', null, 'limit-reached'],
  ['Something else', 'dedicated_account_limit', 'limit-reached'],
  ['Something else', 'validation_error', 'refused'],
  ['Name exceeds the maximum length', null, 'refused'],
  ['', null, 'refused'],
] as const)('an account number refused with "%s" (%s) is refused for: %s', (message, code, refusal) => {
  expect(accountRefusal(refused(message, code))).toBe(refusal)
})
