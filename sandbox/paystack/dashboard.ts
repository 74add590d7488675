import type { DashboardTransfer } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'
import { DOMAIN, INTEGRATION, koboNumber } from './bodies.ts'

/** Plays somebody who pays out by hand in Paystack's dashboard: from the same balance, without the app's key. */
export function payOutByHand(
  world: World,
  of: Pick<DashboardTransfer, 'amount' | 'currency' | 'reference'>,
): DashboardTransfer {
  const at = world.now().toISOString()
  const made = {
    id: world.nextId(),
    code: world.newCode('TRF'),
    status: 'success',
    createdAt: at,
    updatedAt: at,
  } as const
  const transfer = { ...of, ...made }
  world.record([{ type: 'dashboard.saved', transfer }])
  return transfer
}

/** A line of the list, as in Paystack's published example: without a charge and, if it has none, a reference. */
export function dashboardData({ id, code, reference, amount, ...transfer }: DashboardTransfer) {
  return {
    integration: INTEGRATION,
    recipient: {
      domain: DOMAIN,
      type: 'nuban',
      currency: transfer.currency,
      name: 'Flesh',
      details: { account_number: '0000000000', account_name: null, bank_code: '057', bank_name: 'Zenith Bank' },
      metadata: null,
      recipient_code: `RCP_${code.slice(4)}`,
      active: true,
      id: id + 1,
      createdAt: transfer.createdAt,
      updatedAt: transfer.createdAt,
    },
    domain: DOMAIN,
    amount: koboNumber(amount),
    currency: transfer.currency,
    source: 'balance',
    source_details: null,
    reason: 'Redemption',
    status: transfer.status,
    failures: null,
    transfer_code: code,
    id,
    ...(reference === null ? {} : { reference }),
    createdAt: transfer.createdAt,
    updatedAt: transfer.updatedAt,
  }
}
