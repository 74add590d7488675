import { isIP } from 'node:net'
import { z } from 'zod'
import { isPublicAddress } from './link-check.ts'

/** The path below the endpoint, as OTLP/HTTP defines it. */
const TRACES_PATH = '/v1/traces'
/** Headers that the exporter sets itself. */
const OWN_HEADERS = /^(?:content-\w+|host|connection|transfer-encoding|user-agent|expect|upgrade|te|trailer)$/

/** The destination of traces, named by OpenTelemetry's conventions. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .max(1_000)
    .refine(isAddress, 'an http or https address is needed, such as http://127.0.0.1:4318')
    .optional(),
  /** `name=value,name=value`, values percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .max(4_000)
    .refine((text) => headersIn(text) !== null, 'name=value,name=value is needed, values percent-encoded')
    .optional(),
}

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
export function whyRefusedTraces(address: string): string | null {
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
