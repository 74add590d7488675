import type { CustomerAnswer } from '#contract/console/customers.ts'
import { FREEZE_REASONS } from '#contract/console/freeze-reasons.ts'
import { formatNaira } from '#contract/money.ts'
import { Facts } from '#web/console/lines.tsx'
import { momentOf } from '#web/console/words.ts'
import { serverNow } from '#web/lib/clock.ts'

const naira = (kobo: string) => formatNaira(BigInt(kobo))
const PINS = { set: 'set', off: 'off after wrong tries', none: 'none' } as const

/** The state of the account, and its ways to sign in. */
export function CustomerState({ customer }: { customer: CustomerAnswer }) {
  const { account, devices, factors, newLimit } = customer
  return (
    <>
      <Facts
        title="Account"
        facts={[
          ['State', stateOf(customer)],
          ['Money out', moneyOutOf(customer)],
          ['Opened', momentOf(customer.joinedAt)],
          [
            'First-day limit',
            newLimit === null ? 'none' : `${naira(newLimit.leftKobo)} left until ${momentOf(newLimit.until)}`,
          ],
          ['Account number', account === null ? 'none' : account.number],
          ['Bank', account?.bank ?? 'none'],
        ]}
      />
      <Facts
        title="Ways in"
        facts={[
          ['Device', devices.boundAt === null ? 'none' : `since ${momentOf(devices.boundAt)}`],
          ['Earlier devices', devices.earlier],
          ['PIN', PINS[factors.pin]],
          ['Passkeys', factors.passkeys],
          ['Authenticator app', factors.authenticator ? 'yes' : 'no'],
          ['Recovery codes left', factors.recoveryCodes],
        ]}
      />
    </>
  )
}

function stateOf({ closedAt }: CustomerAnswer): string {
  return closedAt === null ? 'open' : `closed ${momentOf(closedAt)}`
}

function moneyOutOf({ frozenByTeam, frozenAt, moneyOutWaitsUntil, debt }: CustomerAnswer): string {
  if (frozenByTeam !== null) {
    const { at, by, heading } = frozenByTeam
    const own = frozenAt === null ? '' : `; by the owner as well since ${momentOf(frozenAt)}`
    return `frozen by ${by} since ${momentOf(at)} (${FREEZE_REASONS[heading].name})${own}`
  }
  if (frozenAt !== null) return `frozen by the owner since ${momentOf(frozenAt)}`
  if (moneyOutWaitsUntil !== null && Date.parse(moneyOutWaitsUntil) > serverNow())
    return `stopped by wrong PINs until ${momentOf(moneyOutWaitsUntil)}`
  return debt === null ? 'not stopped' : 'stopped by a debt'
}
