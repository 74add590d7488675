import type { Exam } from '#contract/kinds/education.ts'
import type { Network } from '#contract/purchases.ts'
import type { Clock } from '#server/platform/clock.ts'
import { EVERYBODY, type Events } from '#server/platform/events.ts'
import type { Answer } from '#server/providers/answer.ts'
import { type Providers, providerFor } from '#server/providers/registry.ts'
import type { BillsProvider, ProviderPlan } from './bill-provider.ts'

/** A list of fixed-price plans: a network's bundles, a TV company's packages, an exam's PINs. */
export type PlanList =
  | { readonly product: 'data'; readonly network: Network }
  | { readonly product: 'tv'; readonly biller: string }
  | { readonly product: 'education'; readonly exam: Exam }

/** Each bills provider's plan lists, cached in this process. Only a read from the provider changes one. */
export type PlanLists = {
  /**
   * For screens and quotes: read at most LISTED_WITHIN_MS ago. If the provider does not answer, an older list is
   * returned; null when none is known yet.
   */
  readForDisplay(provider: string, list: PlanList): Promise<readonly ProviderPlan[] | null>
  /**
   * For the moment before an order is sent: read at most READS_APART_MS ago, and since the last hint. Null when the
   * list cannot be read now.
   */
  readBeforeSending(provider: string, list: PlanList): Promise<readonly ProviderPlan[] | null>
  /** Notes a hint that plans have changed: every node reads each list again before its next use. */
  noteChange(): void
}

/** Longest age of a list that people choose from, ms. */
export const LISTED_WITHIN_MS = 60_000
/** Shortest time between two reads of a list on one node, ms, however many hints come or orders wait. */
export const READS_APART_MS = 10_000
/** Hints reach other nodes and open pages at most this often, ms: callbacks are unsigned. */
const TOLD_APART_MS = 1_000

/** Subscribes in place of a user's id: it receives events for everybody, and a notice after a gap in the connection. */
const LISTENER = 'plan-lists'

type Known = { readonly plans: readonly ProviderPlan[]; readonly readAtMs: number }
type Entry = { known: Known | null; askedAtMs: number | null; asking: Promise<Known | null> | null }

/** Lists learn of changes through `events`, from whichever node receives a callback. */
export function createPlanLists(parts: {
  readonly clock: Clock
  readonly events: Events
  readonly providers: Providers
}): PlanLists {
  const { clock, events } = parts
  const entries = new Map<string, Entry>()
  let hintedAtMs = Number.NEGATIVE_INFINITY
  let toldAtMs = Number.NEGATIVE_INFINITY
  const nowMs = (): number => clock.now().getTime()
  /** False for a time in the future: after a clock was set back, the list no longer counts as recent. */
  const isWithin = (atMs: number | null, ms: number): boolean =>
    atMs !== null && nowMs() - atMs >= 0 && nowMs() - atMs < ms

  function entryOf({ name: provider }: BillsProvider, list: PlanList): Entry {
    const name = `${provider} ${Object.values(list).join(' ')}`
    const entry = entries.get(name) ?? { known: null, askedAtMs: null, asking: null }
    entries.set(name, entry)
    return entry
  }

  const isFresh = (known: Known | null, withinMs: number): known is Known =>
    known !== null && !(known.readAtMs <= hintedAtMs && hintedAtMs <= nowMs()) && isWithin(known.readAtMs, withinMs)

  /** Makes one request at a time, shared by its callers; null without an answer. */
  function ask(bills: BillsProvider, list: PlanList, entry: Entry): Promise<Known | null> {
    if (entry.asking !== null) return entry.asking
    entry.askedAtMs = nowMs()
    entry.asking = read(bills, list, entry.askedAtMs)
      .then((known) => {
        if (known !== null) entry.known = known
        return known
      })
      .finally(() => {
        entry.asking = null
      })
    return entry.asking
  }

  async function askSeldom(bills: BillsProvider, list: PlanList, entry: Entry): Promise<Known | null> {
    const isTooSoon = entry.asking === null && isWithin(entry.askedAtMs, READS_APART_MS)
    return isTooSoon ? null : await ask(bills, list, entry)
  }

  events.subscribe(LISTENER, ({ topics }) => {
    if (topics.includes('plans')) hintedAtMs = nowMs()
  })

  return {
    async readForDisplay(provider, list) {
      const bills = providerFor(parts, 'bills', provider)
      const entry = entryOf(bills, list)
      if (isFresh(entry.known, LISTED_WITHIN_MS)) return entry.known.plans
      // A node without a list asks, even if it just asked in vain.
      const anew = entry.known === null ? await ask(bills, list, entry) : await askSeldom(bills, list, entry)
      return (anew ?? entry.known)?.plans ?? null
    },
    async readBeforeSending(provider, list) {
      const bills = providerFor(parts, 'bills', provider)
      const entry = entryOf(bills, list)
      if (isFresh(entry.known, READS_APART_MS)) return entry.known.plans
      return (await askSeldom(bills, list, entry))?.plans ?? null
    },
    noteChange() {
      hintedAtMs = nowMs()
      if (isWithin(toldAtMs, TOLD_APART_MS)) return
      toldAtMs = nowMs()
      events.publish(EVERYBODY, { topics: ['plans'] })
    },
  }
}

async function read(bills: BillsProvider, list: PlanList, readAtMs: number): Promise<Known | null> {
  const answer = await askProvider(bills, list)
  return answer.outcome === 'succeeded' ? { plans: answer.value, readAtMs } : null
}

async function askProvider(bills: BillsProvider, list: PlanList): Promise<Answer<ProviderPlan[]>> {
  switch (list.product) {
    case 'data':
      return await bills.listBundles(list.network)
    case 'tv':
      return await bills.listTvPlans(list.biller)
    case 'education':
      return await bills.listExamPlans(list.exam)
  }
}
