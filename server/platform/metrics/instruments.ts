import { Counter, Histogram, type OpenMetricsContentType, Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** What a scrape shows, in OpenMetrics text. */
export type MetricsRegistry = Registry<OpenMetricsContentType>

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const OUTCOME_SECONDS = [1, 2, 5, 10, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400]
/** Powers of two up to BATCH_MAX. */
const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64]

export function createRegistry(): MetricsRegistry {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  return registry
}

/** The hot path's counters and histograms: nothing here waits, reads the clock or queries the database. */
export function createMetrics(registry: MetricsRegistry): Metrics {
  const registers = [registry]
  const requests = new Counter({
    registers,
    name: 'jara_http_requests_total',
    help: 'Responses by route pattern and status class, including early refusals.',
    labelNames: ['method', 'route', 'status'],
  })
  const requestSeconds = new Histogram({
    registers,
    name: 'jara_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, by route pattern.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
  })
  const orders = new Counter({
    registers,
    name: 'jara_orders_total',
    help: 'Orders by kind and the state this process took them to; a code paid by bank transfer settles with its deposit, uncounted.',
    labelNames: ['kind', 'state'],
  })
  const proofSeconds = new Histogram({
    registers,
    name: 'jara_order_proof_seconds',
    help: 'Time from the approval of an order to the proof of its outcome, by provider.',
    labelNames: ['provider'],
    buckets: OUTCOME_SECONDS,
  })
  const webhookSeconds = new Histogram({
    registers,
    name: 'jara_webhook_delay_seconds',
    help: 'Time from the approval of an order to the first webhook of an event about it, by provider.',
    labelNames: ['provider'],
    buckets: OUTCOME_SECONDS,
  })
  const groups = new Histogram({
    registers,
    name: 'jara_group_commit_size',
    help: 'Commands that shared one transaction.',
    labelNames: ['batch'],
    buckets: GROUP_SIZES,
  })
  const spans = new Counter({
    registers,
    name: 'jara_trace_spans_total',
    help: 'Spans that the collector took, and spans that were dropped: refused, or without room while it was unreachable.',
    labelNames: ['outcome'],
  })
  const texts = new Counter({
    registers,
    name: 'jara_sms_total',
    help: 'SMS by provider and outcome: sent, refused, unknown (each request without an answer), given-up.',
    labelNames: ['provider', 'outcome'],
  })
  const textCharges = new Counter({
    registers,
    name: 'jara_sms_charged_total',
    help: 'SMS alerts charged to their readers, by provider.',
    labelNames: ['provider'],
  })
  return {
    countRequest({ method, route, status, tookMs }) {
      const of = route === undefined ? NO_ROUTE : { method, route }
      requests.inc({ ...of, status: `${Math.floor(status / 100)}xx` })
      requestSeconds.observe(of, tookMs / 1_000)
    },
    countOrder: (of) => orders.inc(of),
    timeProof: (provider, ms) => proofSeconds.observe({ provider }, ms / 1_000),
    timeWebhook: (provider, ms) => webhookSeconds.observe({ provider }, ms / 1_000),
    countGroup: (batch, commands) => groups.observe({ batch }, commands),
    countSms: (of) => texts.inc(of),
    countSmsCharge: (provider) => textCharges.inc({ provider }),
    countSpans: (outcome, count) => spans.inc({ outcome }, count),
  }
}

/** Made-up addresses and methods share one label. */
const NO_ROUTE = { method: 'any', route: 'none' } as const
