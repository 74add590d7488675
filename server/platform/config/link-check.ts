import dns from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Logger } from '#server/platform/log.ts'
import type { Link } from './channels.ts'

/** Redirects followed per link at most. */
const REDIRECTS_MAX = 5

/** Time for all links together: the longest a start is delayed. */
const LINK_CHECK_MS = 3_000

/**
 * Host names that exist: if none resolves, the network is down, not the host gone. They are the providers' own, because
 * an installation that moves money resolves them.
 */
const KNOWN_HOSTS = ['api.paystack.co', 'vtpass.com'] as const

/** A link in the settings is dead. Names the variable and says why that is certain. */
export class DeadLinkError extends Error {
  override readonly name = 'DeadLinkError'
}

/** The result of one request. `unknown`: no answer, or one that proves nothing. */
type Finding = 'there' | 'gone' | 'no-such-host' | 'unknown'

export type LinkCheckOptions = {
  readonly timeoutMs?: number
  /** Host names that are looked up to tell a missing host from a missing network. */
  readonly knownHosts?: readonly string[]
  /** Which IP addresses may be contacted; all if left out. */
  readonly mayAsk?: (address: string) => boolean
}

/**
 * Requests each link once, all in parallel. An inconclusive result is logged and passes: a network outage must not stop
 * a start.
 *
 * @throws DeadLinkError naming each link that is certainly gone: 404, 410, or a host name that does not exist
 */
export async function refuseDeadLinks(
  links: readonly Link[],
  log: Pick<Logger, 'warn'>,
  { timeoutMs = LINK_CHECK_MS, knownHosts = KNOWN_HOSTS, mayAsk = () => true }: LinkCheckOptions = {},
): Promise<void> {
  const end = AbortSignal.timeout(timeoutMs)
  const hosts = [...knownHosts, ...links.map(({ url }) => new URL(url).hostname)]
  const findings = await Promise.all(
    links.map(async (link) => ({ ...link, finding: await before(end, ask(link.url, { hosts, mayAsk, signal: end })) })),
  )
  const dead = findings.flatMap(({ variable, url, finding }) => {
    if (finding === 'gone') return [`${variable}: ${url} is not there (404 or 410)`]
    if (finding === 'no-such-host') return [`${variable}: ${url} leads to a host name that does not exist`]
    if (finding === 'unknown') log.warn({ variable }, 'this link could not be checked')
    return []
  })
  if (dead.length === 0) return
  throw new DeadLinkError(
    `${dead.join('\n')}\nA link that leads nowhere is not shown to people: correct it, or leave it out. LINK_CHECK=off switches this check off.`,
  )
}

type Asking = {
  readonly hosts: readonly string[]
  readonly mayAsk: (address: string) => boolean
  readonly signal: AbortSignal
}

/** Follows a link's redirects, on the same protocol only and at most a few. */
async function ask(url: string, of: Asking): Promise<Finding> {
  try {
    let address = new URL(url)
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      const { status, location } = await askOnce(address, of)
      if (status === 404 || status === 410) return 'gone'
      if (status < 300 || status >= 400 || location === '' || !URL.canParse(location, address.href)) return 'there'
      const next = new URL(location, address)
      if (next.protocol !== address.protocol) return 'unknown'
      address = next
    }
    return 'unknown'
  } catch (error) {
    return isNotFound(error) && (await canFindAny(of.hosts)) ? 'no-such-host' : 'unknown'
  }
}

/** GET, because many servers answer HEAD wrongly. Only status and location are read. */
async function askOnce(
  address: URL,
  { mayAsk, signal }: Asking,
): Promise<{ readonly status: number; readonly location: string }> {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  // A name is checked when it resolves; an IP address has to be checked here.
  if (isIP(host) !== 0 && !mayAsk(host)) throw new Error('an address that is not asked')
  const { get } = address.protocol === 'https:' ? https : http
  return await new Promise((resolve, reject) => {
    const options = { signal, lookup: lookupAmong(mayAsk), headers: { accept: 'text/html' }, agent: false }
    get(address, options, (answer) => {
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' })
      answer.destroy()
    }).on('error', reject)
  })
}

/** Resolves a name and returns only allowed addresses, so no second lookup can change the target. */
export function lookupAmong(mayAsk: (address: string) => boolean): LookupFunction {
  return (hostname, options, found) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first, ...others] = error === null ? addresses.filter(({ address }) => mayAsk(address)) : []
      if (first === undefined) found(error ?? new Error('an address that is not asked'), [])
      else if (options.all === true) found(null, [first, ...others])
      else found(null, first.address, first.family)
    })
  }
}

const GLOBAL_IPV6 = new BlockList()
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6')
const RESERVED = new BlockList()
/** Own, private, shared, link-local, test, multicast and reserved networks (RFC 6890). */
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [base = '', bits] = network.split('/')
  RESERVED.addSubnet(base, Number(bits), 'ipv4')
}
// Protocol assignments, tunnels (some carry an IPv4 address inside) and documentation.
RESERVED.addSubnet('2001::', 23, 'ipv6')
RESERVED.addSubnet('2001:db8::', 32, 'ipv6')
RESERVED.addSubnet('2002::', 16, 'ipv6')

/** True for an address on the public internet: the only ones a live installation may contact. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !RESERVED.check(address, 'ipv4')
  return GLOBAL_IPV6.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6')
}

/** True when one of these names resolves. */
async function canFindAny(hosts: readonly string[]): Promise<boolean> {
  return await Promise.any(hosts.map((host) => lookup(host))).then(
    () => true,
    () => false,
  )
}

/** A DNS lookup cannot be cancelled, so do not wait for it past the deadline. */
async function before(end: AbortSignal, work: Promise<Finding>): Promise<Finding> {
  const tooLate = new Promise<Finding>((resolve) => end.addEventListener('abort', () => resolve('unknown')))
  return await Promise.race([work, tooLate])
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
}
