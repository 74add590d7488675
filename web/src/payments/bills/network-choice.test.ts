import { expect, test } from 'vitest'
import { networkOf } from './network-choice.ts'

const [MTN, GLO, UNKNOWN] = ['08031234567', '08051112222', '0800']

test.each([
  ['a number alone brings its own', null, MTN, 'mtn', 'number'],
  ['nothing is known of an empty field', null, '', null, null],
  [
    'a tap holds for the number it was made for',
    { network: 'airtel', phone: MTN, isSaved: false },
    MTN,
    'airtel',
    'chosen',
  ],
  [
    'also when that is written otherwise',
    { network: 'airtel', phone: MTN, isSaved: false },
    '+234 803 123 4567',
    'airtel',
    'chosen',
  ],
  ['another number brings its own again', { network: 'airtel', phone: MTN, isSaved: false }, GLO, 'glo', 'number'],
  ['a number typed after the tap does too', { network: 'airtel', phone: '', isSaved: false }, GLO, 'glo', 'number'],
  [
    'a tap stays while the number says nothing',
    { network: 'airtel', phone: '', isSaved: false },
    UNKNOWN,
    'airtel',
    'chosen',
  ],
  ['a saved number brings what was saved', { network: 'mtn', phone: GLO, isSaved: true }, GLO, 'mtn', 'saved'],
  ['and nothing to another number', { network: 'mtn', phone: GLO, isSaved: true }, '0805111222', 'glo', 'number'],
  ['nor to the beginning of one', { network: 'mtn', phone: GLO, isSaved: true }, UNKNOWN, null, null],
] as const)('%s', (_, choice, phone, network, why) => {
  expect(networkOf(choice, phone)).toEqual({ network, why })
})
