import type { Figures } from './read-figures.ts'

type Sample = { readonly of?: Readonly<Record<string, string>>; readonly value: number | bigint | Date | null }

/** One gauge and how its samples derive from the figures. A null value shows nothing. */
export type FigureGauge = {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  readonly samples: (figures: Figures) => readonly Sample[]
}

const REASONS = ['books', 'restored', 'clock'] as const

/** Every figure of the database that /metrics shows. */
export const FIGURE_GAUGES: readonly FigureGauge[] = [
  {
    name: 'jara_open_orders',
    help: 'Orders without an outcome.',
    labels: ['provider', 'kind', 'state'],
    samples: ({ openOrders }) =>
      openOrders.map(({ provider, kind, state, count }) => ({ of: { provider, kind, state }, value: count })),
  },
  {
    name: 'jara_open_orders_oldest_timestamp_seconds',
    help: 'When the oldest order without an outcome was approved.',
    labels: ['provider', 'kind', 'state'],
    samples: ({ openOrders }) =>
      openOrders.map(({ provider, kind, state, oldestAt }) => ({ of: { provider, kind, state }, value: oldestAt })),
  },
  {
    name: 'jara_held_kobo',
    help: 'Money reserved for orders without an outcome.',
    labels: ['provider', 'kind', 'state'],
    samples: ({ openOrders }) =>
      openOrders.map(({ provider, kind, state, heldKobo }) => ({ of: { provider, kind, state }, value: heldKobo })),
  },
  {
    name: 'jara_due_jobs',
    help: 'Jobs that are due and held by no worker.',
    labels: ['kind'],
    samples: ({ dueJobs }) => dueJobs.map(({ kind, count }) => ({ of: { kind }, value: count })),
  },
  {
    name: 'jara_due_jobs_oldest_timestamp_seconds',
    help: 'When the longest waiting of the due jobs became due.',
    labels: ['kind'],
    samples: ({ dueJobs }) => dueJobs.map(({ kind, oldestDueAt }) => ({ of: { kind }, value: oldestDueAt })),
  },
  {
    name: 'jara_suspension',
    help: '1 while payments are suspended for this reason.',
    labels: ['reason'],
    samples: ({ suspended }) => REASONS.map((reason) => ({ of: { reason }, value: suspended.has(reason) ? 1 : 0 })),
  },
  {
    name: 'jara_book_check_timestamp_seconds',
    help: 'When the books were last checked.',
    labels: [],
    samples: ({ booksCheckedAt }) => [{ value: booksCheckedAt }],
  },
  {
    name: 'jara_book_check_round_timestamp_seconds',
    help: 'When every row of the books had last been checked.',
    labels: [],
    samples: ({ booksRoundEndedAt }) => [{ value: booksRoundEndedAt }],
  },
  {
    name: 'jara_reconciliation_timestamp_seconds',
    help: 'When our books were last compared with those of the providers.',
    labels: [],
    samples: ({ reconciledAt }) => [{ value: reconciledAt }],
  },
  {
    name: 'jara_reconciliation_exceptions',
    help: 'Differences from the books of the provider that are open.',
    labels: ['provider'],
    samples: ({ exceptions }) => exceptions.map(({ provider, count }) => ({ of: { provider }, value: count })),
  },
  {
    name: 'jara_open_alarms',
    help: 'Alarms that last, or that operators have not been told of.',
    labels: ['kind'],
    samples: ({ openAlarms }) => openAlarms.map(({ kind, count }) => ({ of: { kind }, value: count })),
  },
  {
    name: 'jara_provider_held_kobo',
    help: 'What the provider said it holds of ours, when both books were last read together.',
    labels: ['provider'],
    samples: ({ positions }) => positions.map(({ provider, heldKobo }) => ({ of: { provider }, value: heldKobo })),
  },
  {
    name: 'jara_provider_ledger_kobo',
    help: 'What our ledger said the provider holds, at the same moment.',
    labels: ['provider'],
    samples: ({ positions }) => positions.map(({ provider, ledgerKobo }) => ({ of: { provider }, value: ledgerKobo })),
  },
  {
    name: 'jara_provider_own_kobo',
    help: 'Our own money at the provider, which the ledger does not count.',
    labels: ['provider'],
    samples: ({ positions }) => positions.map(({ provider, ownKobo }) => ({ of: { provider }, value: ownKobo })),
  },
  {
    name: 'jara_provider_position_timestamp_seconds',
    help: 'When the books of the provider and ours were last read together.',
    labels: ['provider'],
    samples: ({ positions }) => positions.map(({ provider, readAt }) => ({ of: { provider }, value: readAt })),
  },
]
