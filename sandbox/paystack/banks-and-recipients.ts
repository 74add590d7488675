import { BANKS, bankIsOpen, bankWithCode, isUnknownAccount, type SandboxBank, TEST_BANK_CODE } from '#sandbox/banks.ts'
import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Recipient } from '#sandbox/events.ts'
import { inventedName } from '#sandbox/names.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import { accountKey } from '#sandbox/state.ts'
import type { World } from '#sandbox/world.ts'
import { type Answer, accepted, objectOf, refuse, textOf } from './answers.ts'
import { recipientData } from './bodies.ts'

const CATALOGUE_DATE = '2026-01-05T09:00:00.000Z'

export function bankEndpoints(world: World): Endpoint<PaystackOperation>[] {
  return [
    { method: 'GET', path: '/bank', operation: 'banks', handle: (call) => list(world, call) },
    {
      method: 'GET',
      path: '/bank/resolve',
      operation: 'resolve',
      handle: (call) => resolve(world, call),
      actsOutDecline: true,
    },
    {
      method: 'POST',
      path: '/transferrecipient',
      operation: 'recipient',
      handle: (call) => createRecipient(world, call),
      actsOutDecline: true,
    },
  ]
}

function list(world: World, { query }: Call): Answer {
  const elsewhere = (query.currency ?? 'NGN') !== 'NGN' || (query.country ?? 'nigeria').toLowerCase() !== 'nigeria'
  const data = elsewhere ? [] : BANKS.map((bank, index) => bankData(world, bank, index))
  const meta = query.use_cursor === 'true' ? { next: null, previous: null, perPage: 100 } : undefined
  return accepted('Banks retrieved', data, meta)
}

function bankData(world: World, bank: SandboxBank, index: number) {
  return {
    id: index + 1,
    name: bank.name,
    slug: bank.slug,
    code: bank.code,
    longcode: bank.longcode,
    gateway: null,
    pay_with_bank: false,
    supports_transfer: true,
    available_for_direct_debit: false,
    active: bankIsOpen(world, bank),
    is_deleted: false,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    createdAt: CATALOGUE_DATE,
    updatedAt: CATALOGUE_DATE,
  }
}

const cannotResolve = refuse('resolve-nobody')

type Owner = { accountNumber: string; accountName: string; bankCode: string; bankName: string; bankId: number }

/** The account's owner, or Paystack's refusal. */
function ownerOf(world: World, accountNumber: string | null, bankCode: string | null): Owner | Answer {
  if (accountNumber === null) return refuse('resolve-account-missing')
  if (bankCode === null) return refuse('resolve-bank-missing')
  if (!/^\d{10}$/.test(accountNumber)) return refuse('resolve-account-length')
  if (bankCode === TEST_BANK_CODE) {
    return { accountNumber, bankCode, accountName: `TEST ACCOUNT ${accountNumber}`, bankName: 'Test Bank', bankId: 24 }
  }
  const bank = bankWithCode(bankCode)
  if (bank === undefined) return refuse('resolve-bank-unknown', { bank: bankCode })
  if (!bankIsOpen(world, bank) || isUnknownAccount(accountNumber)) return cannotResolve
  return {
    accountNumber,
    bankCode,
    accountName: inventedName(bankCode, accountNumber),
    bankName: bank.name,
    bankId: BANKS.indexOf(bank) + 1,
  }
}

function resolve(world: World, { query, fault }: Call): Answer {
  if (fault?.fault === 'decline') return cannotResolve
  const owner = ownerOf(world, query.account_number ?? null, query.bank_code ?? null)
  if ('http' in owner) return owner
  return accepted('Account number resolved', {
    account_number: owner.accountNumber,
    account_name: owner.accountName,
    bank_id: owner.bankId,
  })
}

function createRecipient(world: World, { body, fault }: Call): Answer {
  if (textOf(body, 'type') !== 'nuban') return refuse('recipient-type-missing')
  const name = textOf(body, 'name')
  if (name === null) return refuse('recipient-name-missing')
  const owner = ownerOf(world, textOf(body, 'account_number'), textOf(body, 'bank_code'))
  if (fault?.fault === 'decline' || ('http' in owner && owner.http === 422)) {
    return refuse('recipient-nobody')
  }
  if ('http' in owner) return owner
  const known = world.state.recipients.get(world.state.recipientCodeByAccount.get(accountKey(owner)) ?? '')
  const recipient = known ?? newRecipient(world, owner, name, body)
  return accepted('Transfer recipient created successfully', recipientData(recipient, null), undefined, 201)
}

function newRecipient(world: World, owner: Owner, name: string, body: Call['body']): Recipient {
  const { accountNumber, accountName, bankCode, bankName } = owner
  const recipient: Recipient = {
    id: world.nextId(),
    code: world.newCode('RCP'),
    name,
    description: textOf(body, 'description'),
    metadata: objectOf(body, 'metadata'),
    accountNumber,
    accountName,
    bankCode,
    bankName,
    createdAt: world.now().toISOString(),
  }
  world.record([{ type: 'recipient.saved', recipient }])
  return recipient
}
