import { z } from 'zod'
import { HOUR_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from './app.ts'

/** Where browsers report what a page's content security policy blocked. */
export const POLICY_REPORTS_PATH = '/api/csp-reports'

/** Browsers gather some reports before they send them; a larger body is refused. */
const REPORTS_MAX_BYTES = 16 * 1024
const REPORTS_PER_MINUTE = { rateLimit: { max: 30, timeWindow: '1 minute' } } as const
/**
 * Limits for all addresses together: beyond them no more reports are read, and no more kinds logged, until the hour
 * ends.
 */
const REPORTS_PER_HOUR = 2_000
const KINDS_PER_HOUR = 100

const FORMS = ['application/reports+json', 'application/csp-report']
const ORIGIN_MAX_LENGTH = 100

/** The directives a log line may name; a report can contain anything. */
const DIRECTIVES = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr font-src img-src
  connect-src manifest-src worker-src media-src object-src frame-src child-src base-uri form-action frame-ancestors
  require-trusted-types-for trusted-types`.split(/\s+/),
)
/** Words that a report may give instead of an origin. */
const WITHOUT_ORIGIN = new Set(
  `inline eval wasm-eval self trusted-types-policy trusted-types-sink data blob filesystem about
  chrome-extension moz-extension safari-web-extension`.split(/\s+/),
)

/** What a log line says of a report: nothing that a person typed, and no query or id of an address. */
type Violation = { readonly directive: string; readonly blocked: string; readonly page: string }

/** Takes content security policy reports from any browser and stores none: each kind is logged once an hour. */
export function policyReportRoutes(app: App, deps: Pick<Deps, 'clock' | 'log'>): void {
  const note = noteKinds(deps)
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORMS, { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    const route = { config: REPORTS_PER_MINUTE, bodyLimit: REPORTS_MAX_BYTES, schema: { hide: true } }
    scope.post(POLICY_REPORTS_PATH, route, async ({ body }, reply) => {
      note(typeof body === 'string' ? body : '')
      return await reply.status(204).send()
    })
    done()
  })
}

/** Logs the first report of each kind in each hour. */
function noteKinds({ clock, log }: Pick<Deps, 'clock' | 'log'>): (text: string) => void {
  let hour = 0
  let read = 0
  const kinds = new Set<string>()
  return (text) => {
    const now = Math.floor(clock.now().getTime() / HOUR_MS)
    if (now !== hour) {
      hour = now
      read = 0
      kinds.clear()
    }
    if (read >= REPORTS_PER_HOUR) return
    const violations = violationsIn(text)
    read += Math.max(1, violations.length)
    for (const violation of violations) {
      const kind = JSON.stringify(violation)
      if (kinds.has(kind) || kinds.size >= KINDS_PER_HOUR) continue
      kinds.add(kind)
      log.warn(violation, 'the policy of a page was broken')
    }
  }
}

const report = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: z.string(), documentURL: z.string(), blockedURL: z.string().nullish() }),
})
const olderReport = z.object({
  'csp-report': z.object({
    'violated-directive': z.string(),
    'document-uri': z.string(),
    'blocked-uri': z.string().nullish(),
  }),
})

/** The readable violations in a body of either format; none of anything else. */
function violationsIn(text: string): Violation[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return []
  }
  const older = olderReport.safeParse(content)
  if (older.success) {
    const { 'violated-directive': directive, 'document-uri': page, 'blocked-uri': blocked } = older.data['csp-report']
    return [violationOf(directive, blocked ?? '', page)]
  }
  return (Array.isArray(content) ? content : []).flatMap((each: unknown) => {
    const { success, data } = report.safeParse(each)
    return success ? [violationOf(data.body.effectiveDirective, data.body.blockedURL ?? '', data.body.documentURL)] : []
  })
}

function violationOf(directive: string, blocked: string, page: string): Violation {
  const [name = ''] = directive.split(' ', 1)
  return { directive: DIRECTIVES.has(name) ? name : 'another', blocked: originOf(blocked), page: pathOf(page) }
}

function originOf(address: string): string {
  if (WITHOUT_ORIGIN.has(address)) return address
  if (!URL.canParse(address)) return 'another'
  const { protocol, origin } = new URL(address)
  if (/^(?:https?|wss?):$/.test(protocol)) return origin.length > ORIGIN_MAX_LENGTH ? 'another' : origin
  const scheme = protocol.slice(0, -1)
  return WITHOUT_ORIGIN.has(scheme) ? scheme : 'another'
}

/** The words of a page's path. Parts that may be an id or a code, as in `/history/:id` and `/r/:code`, become `:`. */
function pathOf(address: string): string {
  if (!URL.canParse(address)) return 'another'
  const parts = new URL(address).pathname.split('/').slice(1, 4)
  return `/${parts.map((part) => (/^(?:[a-z][a-z-]{0,14})?$/.test(part) ? part : ':')).join('/')}`
}
