import { TRANSFER_OTP } from '#sandbox/paystack/transfers.ts'
import { at, type Kit, RECIPIENT, sendTransfer, type Told } from './sandbox-kit.ts'
import type { ContractFile } from './sandbox-schemas.ts'

export type Defect = { readonly at: RegExp; readonly keyword: string; readonly why: string }

/** Card payments have a signature, bank transfers do not: null in published `charge.success` examples. */
const SIGNATURE_OF_TRANSFERS: Defect = {
  at: /^\/data\/authorization\/signature$/,
  keyword: 'type',
  why: 'null for bank transfers, not nullable here',
}

/** One endpoint: the contract file it is checked against, and that file's known errors. */
export type Checked = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly http: number
  readonly file: ContractFile
  readonly call: (kit: Kit) => Promise<Told>
  readonly defects?: readonly Defect[]
}

export const REFERENCE = 'ord_conformance_0001'
export const CHARGE = 'charge-conformance-1'
export const CHARGE_BODY = { email: 'ada@example.com', amount: '650000', bank_transfer: {} }
export const ASSIGNMENT = {
  email: 'c@example.com',
  first_name: 'Chi',
  last_name: 'Eze',
  phone: '08030000001',
  preferred_bank: 'test-bank',
  country: 'NG',
}
export const IDENTIFICATION = {
  country: 'NG',
  type: 'bank_account',
  account_number: '0111111111',
  bvn: '22222222222',
  bank_code: '007',
  first_name: 'Ada',
  last_name: 'Obi',
}

/**
 * Neither file is an oracle (see sandbox/paystack/contract/SOURCES.md), so each endpoint names the one that is closer
 * to Paystack's own example replies, and that file's errors. An error that no longer occurs fails the test too, so the
 * list cannot outlive its reasons.
 */
export const ENDPOINTS: readonly Checked[] = [
  {
    method: 'POST',
    path: '/customer',
    http: 200,
    file: 'community',
    call: (kit) => kit.post('/customer', { email: 'b@example.com', first_name: 'Bola', last_name: 'Ade' }),
  },
  { method: 'GET', path: '/customer', http: 200, file: 'official', call: (kit) => kit.get('/customer?perPage=2') },
  {
    method: 'GET',
    path: '/customer/{email_or_code}',
    http: 200,
    file: 'community',
    call: (kit) => kit.get('/customer/ada@example.com'),
  },
  {
    method: 'POST',
    path: '/customer/{customer_code}/identification',
    http: 202,
    file: 'community',
    call: (kit) => kit.post('/customer/ada@example.com/identification', IDENTIFICATION),
  },
  {
    method: 'POST',
    path: '/dedicated_account',
    http: 200,
    file: 'community',
    call: (kit) => kit.post('/dedicated_account', { customer: 'ada@example.com', preferred_bank: 'test-bank' }),
  },
  {
    method: 'POST',
    path: '/dedicated_account/assign',
    http: 200,
    file: 'community',
    call: (kit) => kit.post('/dedicated_account/assign', ASSIGNMENT),
  },
  {
    method: 'GET',
    path: '/dedicated_account',
    http: 200,
    file: 'official',
    call: (kit) => kit.get('/dedicated_account'),
  },
  {
    method: 'GET',
    path: '/dedicated_account/{id}',
    http: 200,
    file: 'community',
    call: async (kit) =>
      kit.get(`/dedicated_account/${at((await kit.get('/dedicated_account')).body, 'data', 0, 'id')}`),
  },
  {
    method: 'GET',
    path: '/dedicated_account/requery',
    http: 200,
    file: 'community',
    call: (kit) => kit.get('/dedicated_account/requery?account_number=0000010007&provider_slug=test-bank'),
  },
  {
    method: 'GET',
    path: '/dedicated_account/available_providers',
    http: 200,
    file: 'community',
    call: (kit) => kit.get('/dedicated_account/available_providers'),
    defects: [
      {
        at: /^\/data$/,
        keyword: 'type',
        why: 'a list in every published example; the file has one general object for it',
      },
    ],
  },
  { method: 'GET', path: '/bank', http: 200, file: 'official', call: (kit) => kit.get('/bank?currency=NGN') },
  {
    method: 'GET',
    path: '/bank/resolve',
    http: 200,
    file: 'official',
    call: (kit) => kit.get('/bank/resolve?account_number=0001234567&bank_code=058'),
  },
  {
    method: 'POST',
    path: '/transferrecipient',
    http: 201,
    file: 'official',
    call: (kit) => kit.post('/transferrecipient', RECIPIENT),
    defects: [
      { at: /^\/data\/description$/, keyword: 'type', why: 'null in the published example, not nullable here' },
      { at: /^\/data\/email$/, keyword: 'type', why: 'null in the published example, not nullable here' },
    ],
  },
  {
    method: 'POST',
    path: '/transfer',
    http: 200,
    file: 'community',
    call: (kit) => sendTransfer(kit, 'ord_conformance_0002'),
  },
  {
    method: 'GET',
    path: '/transfer/verify/{reference}',
    http: 200,
    file: 'community',
    call: (kit) => kit.get(`/transfer/verify/${REFERENCE}`),
  },
  { method: 'GET', path: '/transfer', http: 200, file: 'community', call: (kit) => kit.get('/transfer') },
  {
    method: 'POST',
    path: '/transfer/finalize_transfer',
    http: 200,
    file: 'community',
    call: async (kit) => {
      await kit.control('/faults', { operation: 'transfer', fault: 'otp' })
      const sent = await sendTransfer(kit, 'ord_conformance_0003')
      const code = at(sent.body, 'data', 'transfer_code')
      return await kit.post('/transfer/finalize_transfer', { transfer_code: code, otp: TRANSFER_OTP })
    },
  },
  { method: 'GET', path: '/balance', http: 200, file: 'official', call: (kit) => kit.get('/balance') },
  {
    method: 'GET',
    path: '/charge/{reference}',
    http: 200,
    file: 'community',
    call: (kit) => kit.get(`/charge/${CHARGE}`),
    defects: [
      {
        at: /^\/data\/metadata$/,
        keyword: 'type',
        why: 'metadata comes as object, text, 0 or null; the file knows object and null',
      },
    ],
  },
  {
    method: 'GET',
    path: '/transaction/verify/{reference}',
    http: 200,
    file: 'community',
    call: (kit) => kit.get(`/transaction/verify/${CHARGE}`),
    defects: [
      { at: /^\/data\/plan$/, keyword: 'type', why: 'null in the published example, not nullable here' },
      { at: /^\/data\/plan$/, keyword: 'anyOf', why: 'follows from the one above' },
      SIGNATURE_OF_TRANSFERS,
    ],
  },
  {
    method: 'GET',
    path: '/transaction',
    http: 200,
    file: 'official', // Both files describe paid transactions only: an unpaid one has no authorization and no date.
    call: (kit) => kit.get('/transaction?status=success'),
  },
  {
    method: 'GET',
    path: '/transaction/{id}',
    http: 200,
    file: 'community',
    call: async (kit) =>
      kit.get(`/transaction/${at((await kit.get('/transaction?status=success')).body, 'data', 0, 'id')}`),
    defects: [SIGNATURE_OF_TRANSFERS],
  },
  {
    method: 'POST',
    path: '/refund',
    http: 200,
    file: 'community',
    call: (kit) => kit.post('/refund', { transaction: CHARGE, amount: 100_000 }),
  },
  { method: 'GET', path: '/refund', http: 200, file: 'community', call: (kit) => kit.get('/refund') },
]
