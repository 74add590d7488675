import { lookup } from 'node:dns/promises'
import type { Link } from './config-channels.ts'
import type { Logger } from './deps.ts'

/** All links together get this long. A start is never held up for longer. */
const LINK_CHECK_MS = 3_000

/**
 * Host names that exist: when none of them can be found either, it is the network that is missing, not the host. The
 * providers' own, because an installation that moves money finds them.
 */
const KNOWN_HOSTS = ['api.paystack.co', 'vtpass.com'] as const

/** An address of the settings leads nowhere. Says which variable, and why that is certain. */
export class DeadLinkError extends Error {
  override readonly name = 'DeadLinkError'
}

/** What asking once for a link told. `unknown`: no answer, or one that proves nothing. */
type Finding = 'there' | 'gone' | 'no-such-host' | 'unknown'

export type LinkCheckOptions = {
  readonly timeoutMs?: number
  /** Host names that are looked up to tell a missing host from a missing network. */
  readonly knownHosts?: readonly string[]
}

/**
 * Asks once for each link, all at the same time. What proves nothing is logged and left: a network that is away must not
 * keep an installation from starting.
 *
 * @throws DeadLinkError for each link that is certainly not there: 404, 410, or a host name that does not exist
 */
export async function refuseDeadLinks(
  links: readonly Link[],
  log: Pick<Logger, 'warn'>,
  { timeoutMs = LINK_CHECK_MS, knownHosts = KNOWN_HOSTS }: LinkCheckOptions = {},
): Promise<void> {
  const end = AbortSignal.timeout(timeoutMs)
  const hosts = [...knownHosts, ...links.map(({ url }) => new URL(url).hostname)]
  const findings = await Promise.all(
    links.map(async (link) => ({ ...link, finding: await before(end, ask(link.url, hosts, end)) })),
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

async function ask(url: string, hosts: readonly string[], signal: AbortSignal): Promise<Finding> {
  try {
    // GET, because many servers answer HEAD wrongly. Only the status is looked at.
    const answer = await fetch(url, { signal, redirect: 'follow', headers: { accept: 'text/html' } })
    await answer.body?.cancel()
    return answer.status === 404 || answer.status === 410 ? 'gone' : 'there'
  } catch (error) {
    return causedBy(error, 'ENOTFOUND') && (await canFindAny(hosts)) ? 'no-such-host' : 'unknown'
  }
}

/** True when one of these names is found. */
async function canFindAny(hosts: readonly string[]): Promise<boolean> {
  return await Promise.any(hosts.map((host) => lookup(host))).then(
    () => true,
    () => false,
  )
}

/** Looking up a name cannot be called off, so nobody waits for it beyond the end. */
async function before(end: AbortSignal, work: Promise<Finding>): Promise<Finding> {
  const tooLate = new Promise<Finding>((resolve) => end.addEventListener('abort', () => resolve('unknown')))
  return await Promise.race([work, tooLate])
}

function causedBy(error: unknown, code: string): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === code
}
