import { isIP } from 'node:net'
import { z } from 'zod'
import { isPublicAddress } from './link-check.ts'
import { PROCESSES, type SettingRows } from './setting.ts'

/** The path below the endpoint, as OTLP/HTTP defines it. */
const TRACES_PATH = '/v1/traces'
/** Headers that the exporter sets itself. */
const OWN_HEADERS = /^(?:content-\w+|host|connection|transfer-encoding|user-agent|expect|upgrade|te|trailer)$/

/** The destination of traces, named by OpenTelemetry's conventions. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: z.string().max(1_000).refine(isAddress, 'an http or https address is needed, such as http://127.0.0.1:4318'),
    target: 'traces',
    meaning:
      'The collector for traces, such as `http://127.0.0.1:4318`: [Following an order](../operate/watching.md#following-an-order).',
    live: {
      readBy: PROCESSES,
      why: 'Nothing is traced. An OpenTelemetry collector that accepts OTLP over HTTP; https, or http on the internal network.',
      refuse: whyRefusedTraces,
      wrong: ['collector:4318', 'http://collector.example.ng:4318', 'http://198.41.0.4:4318', 'grpc://10.0.0.7:4317'],
    },
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    type: z
      .string()
      .max(4_000)
      .refine((text) => headersIn(text) !== null, 'name=value,name=value is needed, values percent-encoded'),
    secret: true,
    target: 'traces',
    meaning: 'Headers for the collector, `name=value,name=value` with percent-encoded values.',
    live: {
      readBy: PROCESSES,
      why: 'Headers for the collector, often with its key: `name=value,name=value`.',
      wrong: ['a-key', 'host=example.ng', 'authorization=Bearer%20goes-nowhere-without-an-endpoint'],
    },
  },
} as const satisfies SettingRows

type Read = { readonly [name in keyof typeof traceSettings]?: string | undefined }

export type TraceCollector = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** Null: nothing is traced. */
export function tracesFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...read }: Read): TraceCollector | null {
  if (endpoint === undefined) return null
  return {
    url: `${endpoint.replace(/\/+$/, '')}${TRACES_PATH}`,
    headers: headersIn(read.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
  }
}

/** Headers need an endpoint. */
export function traceContradictions(read: Read): string[] {
  return read.OTEL_EXPORTER_OTLP_HEADERS !== undefined && read.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? ['OTEL_EXPORTER_OTLP_HEADERS: they need OTEL_EXPORTER_OTLP_ENDPOINT: set that too']
    : []
}

/** Why live mode refuses an address: plain http can be read on the way, and a name could resolve elsewhere tomorrow. */
function whyRefusedTraces(address: string): string | null {
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:' || host === 'localhost') return null
  return isIP(host) !== 0 && !isPublicAddress(host)
    ? null
    : 'live mode needs an https address, or localhost or an internal IP address over http'
}

/** Null for any other format. */
function headersIn(text: string): Readonly<Record<string, string>> | null {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  const read = pairs.map((pair): [string, string] | null => {
    const [, name = '', uncheckedValue = ''] = /^\s*([!#$%&'*+.^_`|~\w-]{1,100})\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    const value = decoded(uncheckedValue)
    if (name === '' || OWN_HEADERS.test(name.toLowerCase()) || value === null) return null
    return [name.toLowerCase(), value]
  })
  return read.includes(null) ? null : Object.fromEntries(read.filter((pair) => pair !== null))
}

/** Null if it is not a valid header value. */
function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text)
    return /^[ -~]+$/.test(value) ? value : null
  } catch {
    return null
  }
}

function isAddress(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  return (protocol === 'https:' || protocol === 'http:') && isPlain
}
