import { expect, test } from 'vitest'
import { isDuplicateReference, TRANSFER_REFUSALS, transferRefusal } from './refusals.ts'

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
    'not-permitted',
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
