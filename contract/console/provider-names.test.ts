import { expect, it } from 'vitest'
import { providerName } from './provider-names.ts'

it('writes each provider of the ledger the way it writes itself', () => {
  expect(['jara', 'paystack', 'vtpass'].map(providerName)).toEqual(['Jara', 'Paystack', 'VTpass'])
})

it('leaves a name it does not know as it is, even one that every object has', () => {
  expect(['flutterwave', '', 'toString', 'constructor'].map(providerName)).toEqual([
    'flutterwave',
    '',
    'toString',
    'constructor',
  ])
})

it('leaves a name as operators read it as it is', () => {
  expect(['Jara', 'Paystack', 'VTpass'].map(providerName)).toEqual(['Jara', 'Paystack', 'VTpass'])
})
