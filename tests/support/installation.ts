import { DEFAULT_PRICES } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'

const bands = (standard: [upToKobo: string, feeKobo: string][]) =>
  standard.map(([upToKobo, feeKobo]) => ({ upToKobo, feeKobo }))

/** The description of a server without channels or an operator's name, with these fields replaced. */
export function installationWith(own: Partial<Installation> = {}): Installation {
  return {
    mode: 'sandbox',
    brand: 'Jara',
    version: '0',
    emailProof: false,
    newLimit: false,
    hasConsole: true,
    links: { communityChat: null, supportEmail: null, sandboxBank: null, sandboxEmails: null },
    channels: {
      support: { email: null, telegram: null, whatsapp: null, liveChat: null, always: false },
      community: { telegram: null, whatsapp: null },
    },
    operator: null,
    prices: {
      discounts: DEFAULT_PRICES.discounts,
      transferFees: { standard: bands([['500000000', '5000']]), bpc: bands([['500000000', '0']]) },
    },
    limits: { dailyKobo: '50000000', perBpcKobo: '50000000', maxKobo: '500000000' },
    notices: [],
    ...own,
  }
}
