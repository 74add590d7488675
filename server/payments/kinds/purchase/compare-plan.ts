import { formatNairaShort } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import type { Prepared } from '#server/payments/kinds/kind.ts'
import type { ProviderPlan } from '#server/providers/bills/bill-provider.ts'
import type { AgreedPlan } from './bill-parts.ts'

type NotReady = Extract<Prepared, { ready: false }>

/**
 * Compares the agreed plan with what the provider sells now, right before a request is sent: the provider charges its
 * current price, whatever amount it is sent. Null: nothing prevents sending. What is sold by the amount needs no
 * comparison. If the list cannot be read, the order waits.
 */
export async function comparePlan(
  deps: Pick<Deps, 'plans'>,
  provider: string,
  agreed: AgreedPlan | null,
): Promise<NotReady | null> {
  if (agreed === null) return null
  const plans = await deps.plans.readBeforeSending(provider, agreed.list)
  if (plans === null) return { ready: false, refused: null }
  const change = changeOf(
    agreed,
    plans.find(({ code }) => code === agreed.code),
  )
  return change === null ? null : { ready: false, refused: change }
}

/** What has changed since the agreement, for operators and for the customer. Null: nothing. */
function changeOf(agreed: AgreedPlan, now: ProviderPlan | undefined): { note: string; failure: string } | null {
  const { seller, name, amountKobo } = agreed
  if (now === undefined)
    return { note: 'its plan is not sold any more', failure: `${seller} does not sell ${name} any more. ${NOTHING}` }
  if (now.name !== name)
    return {
      note: `its plan is now called ${now.name}`,
      failure: `${seller} changed what ${name} is. ${NOTHING}`,
    }
  if (now.amountKobo === amountKobo) return null
  const [before, after] = [amountKobo, now.amountKobo].map(formatNairaShort)
  const note = `its plan cost ${before} when it was agreed to and costs ${after} now`
  const moved = (verb: string) =>
    `${seller} ${verb} the price of ${name} from ${before} to ${after} before it was bought.`
  return now.amountKobo > amountKobo
    ? { note, failure: `${moved('raised')} ${NOTHING}` }
    : { note, failure: `${moved('lowered')} Nothing was bought, so that you do not pay the old price.` }
}

const NOTHING = 'Nothing was bought.'
