import type { OrderKind } from './kinds.ts'

/** The words for one kind of order. Free of zod, so the web can read them too. */
type KindWords = {
  /** A customer sends money to somebody, or pays for something. */
  readonly verb: 'send' | 'pay'
  /** Who carries it out. Null: we do. */
  readonly partner: 'the bank' | 'the company' | null
  /** What the order is once proved: "Your MTN airtime is delivered." */
  readonly done: 'completed' | 'delivered'
  /** What nobody can do during a pause of all of it, or of one bank, network or company. */
  readonly paused: { readonly all: string; readonly one: (service: string) => string }
}

export const KIND_WORDS: Readonly<Record<OrderKind, KindWords>> = {
  withdrawal: {
    verb: 'send',
    partner: 'the bank',
    done: 'completed',
    paused: { all: 'Sending to banks', one: (bank) => `Sending to ${bank}` },
  },
  airtime: {
    verb: 'pay',
    partner: 'the company',
    done: 'delivered',
    paused: { all: 'Buying airtime', one: (network) => `Buying ${network} airtime` },
  },
  data: {
    verb: 'pay',
    partner: 'the company',
    done: 'delivered',
    paused: { all: 'Buying data', one: (network) => `Buying ${network} data` },
  },
  electricity: {
    verb: 'pay',
    partner: 'the company',
    done: 'completed',
    paused: { all: 'Paying for electricity', one: (company) => `Paying ${company} for electricity` },
  },
  tv: {
    verb: 'pay',
    partner: 'the company',
    done: 'completed',
    paused: { all: 'Paying for TV', one: (company) => `Paying ${company} for TV` },
  },
  education: {
    verb: 'pay',
    partner: 'the company',
    done: 'delivered',
    paused: { all: 'Buying exam PINs', one: (exam) => `Buying ${exam} PINs` },
  },
  bpc: {
    verb: 'pay',
    partner: null,
    done: 'completed',
    paused: { all: 'Buying a BPC', one: () => 'Buying a BPC' },
  },
}
