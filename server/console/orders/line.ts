import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { ALERT_STATES } from '#contract/console/alert-states.ts'
import { LINE_SOURCES, type Line, type LineSource } from '#contract/console/orders.ts'
import type { Posting } from '#contract/console/proposals.ts'
import { formatNaira } from '#contract/money.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Masker } from '#server/console/customers/masker.ts'
import { ledgerAccountName } from '#server/ledger/account-name.ts'
import type { Alarm, Alert, Case, Entry, KnownDifference, Message, Records, Transfer, Webhook } from './read-records.ts'

/** A timeline entry before sorting. */
export type Drawn = {
  readonly source: LineSource
  /** Unique within its source. */
  readonly key: string
  readonly at: Date
  readonly title: string
  readonly facts?: readonly (readonly [label: string, value: string | null])[]
  readonly transfer?: Transfer
}

/** All entries in chronological order. Entries at the same instant follow LINE_SOURCES. */
export function inOrder(drawn: readonly Drawn[]): Line[] {
  const rank = (source: LineSource) => LINE_SOURCES.indexOf(source)
  return drawn
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || rank(one.source) - rank(other.source))
    .map(({ source, key, at, title, facts = [], transfer }) => ({
      id: `${source} ${key}`,
      at: at.toISOString(),
      source,
      title,
      facts: facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }])),
      movements: transfer === undefined ? [] : movementsOf(transfer.entries),
      postings: transfer === undefined ? [] : postingsOf(transfer.entries),
    }))
}

/** The names of the sources that were cut. */
export function cutOf(named: Readonly<Record<string, Records<unknown>>>): string[] {
  return Object.entries(named).flatMap(([name, { more }]) => (more ? [name] : []))
}

const TRANSFER_TITLES: Readonly<Record<string, string>> = {
  hold: 'Ledger: money held',
  settle: 'Ledger: settled',
  release: 'Ledger: released, the money is available again',
  return: 'Ledger: returned, the money is available again',
  'late-success': 'Ledger: taken again after a late success',
  repay: 'Ledger: a debt repaid from it',
  deposit: 'Ledger: credited to the wallet',
  'pay-in': 'Ledger: paid in for a purchase',
  quarantine: 'Ledger: set aside',
  recall: 'Ledger: taken back by the bank',
  restore: 'Ledger: credited once more, a debt first',
}

export function drawTransfers(transfers: readonly Transfer[]): Drawn[] {
  return transfers.map((transfer) => ({
    source: 'ledger',
    key: transfer.id,
    at: transfer.postedAt,
    title: TRANSFER_TITLES[transfer.kind] ?? `Ledger: ${transfer.kind}`,
    facts: [['Transfer', transfer.id]],
    transfer,
  }))
}

/** Movement n has the legs 2n (from) and 2n + 1 (to). */
function movementsOf(entries: readonly Entry[]): Line['movements'] {
  return entries.flatMap(({ leg, accountId, amount }) => {
    const from = entries.find((each) => each.leg === leg - 1)
    if (leg % 2 === 0 || from === undefined) return []
    return [{ from: ledgerAccountName(from.accountId), to: ledgerAccountName(accountId), amountKobo: `${amount}` }]
  })
}

/** The balance before and after of each account with a stored balance. */
function postingsOf(entries: readonly Entry[]): Posting[] {
  const names = [...new Set(entries.map(({ accountId }) => accountId))]
  return names.flatMap((name) => {
    const own = entries.filter(({ accountId }) => accountId === name)
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || first.balanceAfter === null || last === undefined) return []
    return [
      {
        account: ledgerAccountName(name),
        beforeKobo: `${first.balanceAfter - first.amount}`,
        afterKobo: `${last.balanceAfter}`,
      },
    ]
  })
}

export function drawWebhooks(webhooks: readonly Webhook[]): Drawn[] {
  return webhooks.map(({ eventKey, about, reference, receivedAt, times }) => ({
    source: 'webhook',
    key: eventKey,
    at: receivedAt,
    title: `Webhook about the ${about}: a hint, which proves nothing`,
    facts: [
      ['Event', eventKey],
      ['Reference', reference],
      ['Came in', times === 1 ? null : `${times} times; this is the first`],
    ],
  }))
}

/** What the customer was told, and in which channels: never the address. */
export function drawAlerts(alerts: readonly Alert[]): Drawn[] {
  return alerts.map(({ id, kind, at, seenAt, email, push, sms }) => ({
    source: 'alert',
    key: id,
    at,
    title: `Alert to the customer: ${ALERT_KINDS[kind].words}`,
    facts: [
      ['In their app', seenAt === null ? 'not seen yet' : `seen ${lagosMoment(seenAt)}`],
      ['Email', ALERT_STATES[email]],
      ['Push', ALERT_STATES[push]],
      ['SMS', ALERT_STATES[sms]],
    ],
  }))
}

export function drawAlarms(alarms: readonly Alarm[]): Drawn[] {
  return alarms.map(({ kind, detail, raisedAt }) => ({
    source: 'alarm',
    key: kind,
    at: raisedAt,
    title: `Alarm to operators: ${kind.replaceAll('-', ' ')}`,
    facts: [['Detail', detail]],
  }))
}

export function drawDifferences(differences: readonly KnownDifference[]): Drawn[] {
  return differences.flatMap((each): Drawn[] => {
    const { number, kind, reference, detail, differenceKobo, foundAt, closedAt } = each
    const amount = differenceKobo === null ? 'not known yet' : formatNaira(differenceKobo)
    const found: Drawn = {
      source: 'reconciliation',
      key: `${number} found`,
      at: foundAt,
      title: `Reconciliation: difference ${number} found, ${kind.replaceAll('-', ' ')}`,
      facts: [
        ['Detail', detail],
        ['Reference', reference],
        ['Difference', amount],
      ],
    }
    if (closedAt === null) return [found]
    const by = each.confirmedBy === null ? each.closedBy : `${each.closedBy}, confirmed by ${each.confirmedBy}`
    const closed: Drawn = {
      source: 'reconciliation',
      key: `${number} closed`,
      at: closedAt,
      title: `Reconciliation: difference ${number} closed`,
      facts: [
        ['Because', each.evidence],
        ['By', by],
      ],
    }
    return [found, closed]
  })
}

export function drawCases(of: { cases: Records<Case>; messages: Records<Message> }, mask: Masker): Drawn[] {
  const opened = of.cases.rows.map(
    ({ trackingNumber, topic, createdAt }): Drawn => ({
      source: 'case',
      key: trackingNumber,
      at: createdAt,
      title: `Case ${trackingNumber} about it`,
      facts: [['Topic', topic.replaceAll('-', ' ')]],
    }),
  )
  const written = of.messages.rows.map(
    ({ trackingNumber, seq, author, text, at }): Drawn => ({
      source: 'case',
      key: `${trackingNumber} ${seq}`,
      at,
      title: `${author === 'you' ? 'The customer' : 'Support'} wrote in ${trackingNumber}`,
      facts: [['Message', mask('text', text)]],
    }),
  )
  return [...opened, ...written]
}
