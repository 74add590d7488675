import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { canSwitch, OUTGOING_CHANNELS } from '#contract/alert-settings.ts'
import { alertCategory } from '#contract/alerts.ts'
import { beneficiaryKind } from '#contract/beneficiaries.ts'
import type { BpcCode, StrayPayment } from '#contract/bpc.ts'
import { FILTER_SCREENS } from '#contract/console/filter-limits.ts'
import { FREEZE_REASONS } from '#contract/console/freeze-reasons.ts'
import { ROLES } from '#contract/console/roles.ts'
import { orderKind } from '#contract/kinds/kinds.ts'
import { orderState } from '#contract/orders.ts'
import { NETWORKS } from '#contract/phones.ts'
import type { PriceListName } from '#contract/prices.ts'
import { batchKind } from '#contract/selling.ts'
import { type CaseDetail, caseStatus, caseTopic } from '#contract/support.ts'
import { transactionKind, transactionStatus } from '#contract/transactions.ts'
import { ALL_ACTS } from '#server/acts/preview-request.ts'
import type { findSms } from '#server/alerts/sms/messages.ts'
import type { ChannelState } from '#server/alerts/turn.ts'
import type { ConsoleSessionEnd } from '#server/console/console-session.ts'
import { DEPOSIT_STATES } from '#server/deposits/deposit-machine.ts'
import type { FundingStatus } from '#server/deposits/issue-account.ts'
import type { RecoveryStopper } from '#server/identity/recovery/operate-recoveries.ts'
import type { TransferKind } from '#server/ledger/post.ts'
import type { EmailState } from '#server/outbox/emails/send-email.ts'
import { TRANSITIONS } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import type { Mode } from '#server/platform/config/setting.ts'
import type { AccountRefusal } from '#server/providers/payments/payment-provider.ts'
import type { CaseMove } from '#server/support/operate-cases.ts'
import type { SuspensionReason } from '#server/suspension/suspensions.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'

/**
 * Names that the code writes and the database accepts: a name that is new on one side fails here, before anybody meets
 * a refused row.
 */

/** The names of a type without a list at run time: the compiler finds missing ones. */
const namesOf = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names) as Name[]

const KINDS = orderKind.options
const CHANNEL_STATES = namesOf<ChannelState>({ waiting: true, sent: true, off: true, dropped: true, 'given-up': true })
const PRICE_LISTS = namesOf<PriceListName>({ standard: true, bpc: true })
const AUTHORS = namesOf<CaseDetail['messages'][number]['from']>({ you: true, support: true })

type SmsState = NonNullable<Awaited<ReturnType<typeof findSms>>>['state']

/** The code's own names, by the column that holds them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'account_recoveries.stopped_by': namesOf<RecoveryStopper>({ owner: true, operator: true, program: true }),
  'alert_settings.category': alertCategory.options.filter((each) =>
    OUTGOING_CHANNELS.some((by) => canSwitch(each, by)),
  ),
  'alert_settings.channel': OUTGOING_CHANNELS,
  'alerts.email_state': CHANNEL_STATES,
  'alerts.push_state': CHANNEL_STATES,
  'alerts.sms_state': CHANNEL_STATES,
  'beneficiaries.kind': beneficiaryKind.options,
  'bpc_codes.kind': namesOf<BpcCode['kind']>({ starter: true, bought: true }),
  'bpc_codes.status': namesOf<BpcCode['status']>({ active: true, returned: true }),
  'case_actions.action': namesOf<CaseMove | 'show'>({ show: true, take: true, ask: true, answer: true, close: true }),
  'case_messages.author': AUTHORS,
  'case_pauses.ended_by': AUTHORS,
  'cases.status': caseStatus.options,
  'cases.topic': caseTopic.options,
  'customers.network': Object.keys(NETWORKS),
  // A deposit without a row is unseen.
  'deposits.state': Object.keys(DEPOSIT_STATES).filter((state) => state !== 'unseen'),
  'deposits.stray': namesOf<StrayPayment['why']>({ less: true, more: true, second: true, late: true }),
  'emails.state': namesOf<EmailState>({ waiting: true, sent: true, dropped: true, 'given-up': true }),
  'funding_accounts.refused_for': namesOf<AccountRefusal>({
    'bad-phone': true,
    'not-validated': true,
    'limit-reached': true,
    'not-enabled': true,
    refused: true,
  }),
  'funding_accounts.status': namesOf<FundingStatus>({ 'not-asked': true, issuing: true, refused: true, ready: true }),
  'installation.mode': namesOf<Mode>({ sandbox: true, live: true }),
  'kind_pauses.kind': KINDS,
  'ledger_transfers.kind': namesOf<TransferKind>({
    grant: true,
    deposit: true,
    'pay-in': true,
    quarantine: true,
    hold: true,
    settle: true,
    release: true,
    return: true,
    'late-success': true,
    recall: true,
    restore: true,
    repay: true,
    sms: true,
  }),
  'operator_audit.role': ROLES,
  'operator_filters.screen': FILTER_SCREENS,
  'operator_requests.act': ALL_ACTS,
  'operator_sessions.ended_by': namesOf<ConsoleSessionEnd>({ 'sign-out': true, 'other-browser': true }),
  'operators.role': ROLES,
  'order_batches.kind': batchKind.options,
  'orders.kind': KINDS,
  'orders.paid_by': namesOf<OrderRow['paidBy']>({ wallet: true, transfer: true }),
  'orders.price_list': PRICE_LISTS,
  'orders.state': orderState.options,
  'payment_suspensions.reason': namesOf<SuspensionReason>({ books: true, restored: true, clock: true }),
  'quotes.kind': KINDS,
  'quotes.price_list': PRICE_LISTS,
  'sms_messages.state': namesOf<SmsState>({ sending: true, sent: true, 'given-up': true }),
  'transactions.kind': transactionKind.options,
  'transactions.status': transactionStatus.options,
  'users.operator_freeze_heading': Object.keys(FREEZE_REASONS),
}

/** Names that other rules mention: order events, alerts, parts of a price list, a kind of JSON, automatic closers. */
const SPOKEN_OF = [
  ...Object.values(TRANSITIONS).flatMap((events) => Object.keys(events)),
  ...Object.keys(ALERT_KINDS),
  'discounts',
  'commissions',
  'transferFees',
  'object',
  'reconciliation',
]

type Rule = { readonly name: string; readonly rule: string }

describe.each(databaseKinds)('a list of names in the database, on %s', (kind) => {
  let fresh: FreshDatabase
  let lists: readonly Rule[]
  let others: readonly Rule[]
  let withOrderKinds: readonly string[]
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    const [orderKinds] = await fresh.database.query<{ list: string }>(
      `select string_agg(name || '::text', ', ') as list from pg_proc, regexp_split_to_table(substring(prosrc from 'in \\((.*)\\)'), ', ') as name
       where proname = 'is_order_kind'`,
    )
    const found = await fresh.database.query<Rule>(
      `select k.conrelid::regclass || '.' || (select string_agg(a.attname, '+') from pg_attribute a
           where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as name,
         pg_get_constraintdef(k.oid) as rule
       from pg_constraint k where k.contype = 'c' and k.connamespace = 'public'::regnamespace`,
    )
    const checks = found.map(({ name, rule }) => ({
      name,
      rule: rule.replaceAll('is_order_kind(kind)', `(kind = ANY (ARRAY[${orderKinds?.list}]))`),
    }))
    withOrderKinds = found.filter(({ rule }) => rule.includes('is_order_kind(')).map(({ name }) => name)
    lists = checks.filter(({ rule }) => LIST.test(rule))
    others = [
      ...checks.filter(({ rule }) => !LIST.test(rule)),
      ...(await fresh.database.query<Rule>(
        `select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as rule from pg_index
         where indpred is not null and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
         union all
         select tgname, substring(pg_get_triggerdef(oid) from 'WHEN (.*) EXECUTE') from pg_trigger where tgqual is not null`,
      )),
    ]
  })
  afterAll(() => fresh.drop())

  it('has its twin in the code, and the other way round', () => {
    expect(lists.map(({ name }) => name).sort()).toEqual(Object.keys(NAMES).sort())
  })

  it.each(Object.entries(NAMES))('is the code’s own: %s', (column, names) => {
    const found = lists.filter(({ name }) => name === column).map(({ rule }) => namesIn(rule).sort())
    expect(found).toEqual([[...names].sort()])
  })

  it('is one list for every column of an order’s kind: a new kind replaces the function', () => {
    expect([...withOrderKinds].sort()).toEqual(['kind_pauses.kind', 'orders.kind', 'quotes.kind', 'transactions.kind'])
    expect(Object.keys(NAMES).filter((column) => KINDS.every((each) => NAMES[column]?.includes(each)))).toEqual(
      [...withOrderKinds].sort(),
    )
  })

  it('is not contradicted by a rule that speaks of a name which is nowhere', () => {
    const known = new Set([...Object.values(NAMES).flat(), ...SPOKEN_OF])
    const unknown = others.flatMap(({ name, rule }) =>
      namesIn(rule.replace(PATTERNS, ''))
        .filter((each) => !known.has(each))
        .map((each) => `${name}: ${each}`),
    )
    expect(unknown).toEqual([])
  })

  it('names each act that a trigger asks two operators for, and the audit checks what loading a backup does not', async () => {
    const taken = await fresh.database.query<{ act: string; onInsert: boolean }>(
      `select substring(pg_get_triggerdef(oid) from 'take_two_operators\\(''([^'']+)''') as act, tgtype & 4 <> 0 as "onInsert"
       from pg_trigger where pg_get_triggerdef(oid) like '%take_two_operators(%'`,
    )
    expect(taken.length).toBeGreaterThan(5)
    expect(taken.map(({ act }) => act).filter((act) => !ALL_ACTS.some((each) => each === act))).toEqual([])
    const audited = readFromRoot('audit/agreements.ts')
    const unasked = taken.filter(({ act, onInsert }) => onInsert && !audited.includes(`act: '${act}'`))
    expect(unasked).toEqual([])
  })
})

const ANY_OF = String.raw`\(\w+ = ANY \(ARRAY\[[^\]]*'::text[^\]]*\]\)\)`
/** The rule only says that a column is one of these names, from one list or two. */
const LIST = new RegExp(`^CHECK \\((?:${ANY_OF}|\\(${ANY_OF} OR ${ANY_OF}\\))\\)$`)
/** Patterns after `~`, and empty texts. */
const PATTERNS = /!?~ '[^']*'::text|''::text/g

function namesIn(rule: string): string[] {
  return [...rule.matchAll(/'([a-zA-Z0-9][a-zA-Z0-9_-]*)'::text/g)].map(([, name]) => name ?? '')
}
