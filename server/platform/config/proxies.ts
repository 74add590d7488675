import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { LISTENERS, type SettingRows } from './setting.ts'

/** An address range: all addresses that share their first `bits`. */
type Range = { readonly address: string; readonly family: 'ipv4' | 'ipv6'; readonly bits: number }

const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const
/** A wider range could include anybody. The ranges that CDNs publish for their proxies are narrower. */
const WIDEST_BITS = { ipv4: 8, ipv6: 16 } as const

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** The proxies in front: only they are trusted to report the caller's address. */
export const proxySettings = {
  TRUSTED_PROXIES: {
    type: z
      .string()
      .max(500)
      .refine(
        (text) => proxiesIn(text).every((each) => rangeOf(each) !== null),
        'IP addresses or ranges of them, separated by commas, are needed, such as 127.0.0.1, 10.0.0.0/24',
      ),
    target: 'trustedProxies',
    meaning:
      'IP addresses or ranges of the proxies trusted to report the caller’s address, separated by commas. Live mode requires it of every process that listens.',
    live: {
      neededBy: LISTENERS,
      readBy: LISTENERS,
      needs: 'the address of the proxy in front, such as 127.0.0.1',
      why: 'Without it every caller has the proxy’s address: all users share one request limit, and the log identifies nobody.',
      refuse: whyRefusedProxies,
      wrong: ['proxy.example.ng', '10.0.0.0/4', '0.0.0.0/0', '::/1', '10.0.0.0/33', ','],
    },
  },
} as const satisfies SettingRows

/** Splits `10.0.0.2, 10.1.0.0/24`. */
export function proxiesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** Why live mode refuses the proxies; null if it does not. A wide range would include strangers. */
function whyRefusedProxies(text: string): string | null {
  const ranges = proxiesIn(text).map(rangeOf)
  if (ranges.length === 0) return 'live mode needs the address of the proxy in front'
  return ranges.some((range) => range !== null && range.bits < WIDEST_BITS[range.family])
    ? 'live mode believes no range as wide as this one: anybody may be in it'
    : null
}

/** Whether a proxy reaches the app from another machine. */
export function isProxyElsewhere(text: string): boolean {
  return proxiesIn(text).some((each) => {
    const range = rangeOf(each)
    return range !== null && !LOOPBACK.check(range.address, range.family)
  })
}

function rangeOf(text: string): Range | null {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  if (isIP(address) === 0) return null
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const shared = bits === undefined ? ADDRESS_BITS[family] : Number(bits)
  return shared >= 1 && shared <= ADDRESS_BITS[family] ? { address, family, bits: shared } : null
}
