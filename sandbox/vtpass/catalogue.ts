/** What VTpass sells in this world. Prices are in kobo; commissions are invented, in basis points. */

export type Category = 'airtime' | 'data' | 'electricity-bill' | 'tv-subscription' | 'education'

export type Variation = { readonly code: string; readonly name: string; readonly amountKobo: bigint }

export type Service = {
  readonly id: string
  readonly category: Category
  readonly name: string
  /** As shown on a receipt. */
  readonly productName: string
  readonly commissionBasisPoints: bigint
  readonly minKobo: bigint
  readonly maxKobo: bigint
  readonly variations: readonly Variation[]
  /** The town of an electricity company's meters; empty for others. */
  readonly town: string
}

export const CATEGORIES: readonly { readonly id: Category; readonly name: string; readonly type: string }[] = [
  { id: 'airtime', name: 'Airtime Recharge', type: 'Airtime Recharge' },
  { id: 'data', name: 'Data Services', type: 'Data Services' },
  { id: 'electricity-bill', name: 'Electricity Bill', type: 'Electricity Bill' },
  { id: 'tv-subscription', name: 'TV Subscription', type: 'TV Subscription' },
  { id: 'education', name: 'Education', type: 'Education' },
]

const naira = (amount: number) => BigInt(amount) * 100n

const NETWORKS = [
  { id: 'mtn', name: 'MTN', commissionBasisPoints: 300n },
  { id: 'glo', name: 'GLO', commissionBasisPoints: 400n },
  { id: 'airtel', name: 'Airtel', commissionBasisPoints: 340n },
  { id: 'etisalat', name: '9mobile', commissionBasisPoints: 400n },
] as const

const BUNDLES = [
  ['1GB', 500],
  ['2GB', 1_000],
  ['5GB', 2_000],
  ['10GB', 3_500],
  ['20GB', 5_000],
] as const

const DISCOS = [
  ['ikeja', 'Ikeja', 'IKEDC', 'IKEJA'],
  ['eko', 'Eko', 'EKEDC', 'LAGOS ISLAND'],
  ['abuja', 'Abuja', 'AEDC', 'ABUJA'],
  ['kano', 'Kano', 'KEDCO', 'KANO'],
  ['portharcourt', 'Port Harcourt', 'PHED', 'PORT HARCOURT'],
  ['ibadan', 'Ibadan', 'IBEDC', 'IBADAN'],
  ['enugu', 'Enugu', 'EEDC', 'ENUGU'],
  ['benin', 'Benin', 'BEDC', 'BENIN CITY'],
  ['jos', 'Jos', 'JED', 'JOS'],
  ['kaduna', 'Kaduna', 'KAEDCO', 'KADUNA'],
] as const

/** Invented bouquets at plausible prices: the real ones change every year. */
const TV = [
  {
    id: 'dstv',
    name: 'DStv',
    bouquets: [
      ['padi', 'Padi', 4_400],
      ['yanga', 'Yanga', 6_000],
      ['confam', 'Confam', 11_000],
      ['compact', 'Compact', 19_000],
      ['compact-plus', 'Compact Plus', 30_000],
      ['premium', 'Premium', 44_500],
    ],
  },
  {
    id: 'gotv',
    name: 'GOtv',
    bouquets: [
      ['smallie', 'Smallie', 1_900],
      ['jinja', 'Jinja', 3_900],
      ['jolli', 'Jolli', 5_800],
      ['max', 'Max', 8_500],
      ['supa', 'Supa', 11_400],
    ],
  },
  {
    id: 'startimes',
    name: 'StarTimes',
    bouquets: [
      ['nova', 'Nova', 2_100],
      ['basic', 'Basic', 4_000],
      ['classic', 'Classic', 6_000],
      ['super', 'Super', 9_800],
    ],
  },
] as const

const FIXED = { minKobo: 0n, maxKobo: 0n, town: '' }

export const SERVICES: readonly Service[] = [
  ...NETWORKS.map(
    ({ id, name, commissionBasisPoints }): Service => ({
      ...FIXED,
      id,
      category: 'airtime',
      name: `${name} Airtime`,
      productName: `${name} Airtime VTU`,
      commissionBasisPoints,
      minKobo: naira(50),
      maxKobo: naira(50_000),
      variations: [],
    }),
  ),
  ...NETWORKS.map(
    ({ id, name, commissionBasisPoints }): Service => ({
      ...FIXED,
      id: `${id}-data`,
      category: 'data',
      name: `${name} Data`,
      productName: `${name} Data`,
      commissionBasisPoints,
      variations: BUNDLES.map(([size, price]) => ({
        code: `${id}-${size.toLowerCase()}-30days`,
        name: `${size} (30 Days)`,
        amountKobo: naira(price),
      })),
    }),
  ),
  ...DISCOS.map(
    ([id, name, short, town]): Service => ({
      id: `${id}-electric`,
      category: 'electricity-bill',
      name: `${name} Electric Payment - ${short}`,
      productName: `${name} Electric Payment - ${short}`,
      commissionBasisPoints: 150n,
      minKobo: naira(500),
      maxKobo: naira(500_000),
      variations: [
        { code: 'prepaid', name: 'Prepaid', amountKobo: 0n },
        { code: 'postpaid', name: 'Postpaid', amountKobo: 0n },
      ],
      town,
    }),
  ),
  ...TV.map(
    ({ id, name, bouquets }): Service => ({
      ...FIXED,
      id,
      category: 'tv-subscription',
      name: `${name} Subscription`,
      productName: `${name} Subscription`,
      commissionBasisPoints: 150n,
      variations: bouquets.map(([code, bouquet, price]) => ({
        code: `${id}-${code}`,
        name: `${name} ${bouquet} - 1 month`,
        amountKobo: naira(price),
      })),
    }),
  ),
  {
    ...FIXED,
    id: 'waec',
    category: 'education',
    name: 'WAEC Result Checker PIN',
    productName: 'WAEC Result Checker PIN',
    commissionBasisPoints: 150n,
    variations: [{ code: 'waecdirect', name: 'WASSCE', amountKobo: naira(3_900) }],
  },
]

/** The most PINs in one purchase. */
export const QUANTITY_MAX = 20

export function serviceWithId(id: string): Service | undefined {
  return SERVICES.find((service) => service.id === id)
}

/** Our commission on an amount, rounded down to whole kobo. */
export function commissionKobo(service: Service, amountKobo: bigint): bigint {
  return (amountKobo * service.commissionBasisPoints) / 10_000n
}

export const NO_FEE = '0 %'
