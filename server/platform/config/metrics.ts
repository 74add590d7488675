import { isIP } from 'node:net'
import { z } from 'zod'
import { isPublicAddress } from './link-check.ts'
import { PROCESSES, type SettingRows } from './setting.ts'

const FORM = 'an IP address or localhost and a port are needed, such as 127.0.0.1:9464 or [::1]:9464'

/** Where a process shows its metrics. */
export const metricsSettings = {
  METRICS_ADDRESS: {
    type: z
      .string()
      .max(100)
      .refine((text) => metricsAddress(text) !== null, FORM)
      .transform(metricsAddress),
    target: 'metrics',
    meaning:
      'Where this process serves `/metrics`, such as `127.0.0.1:9464`; an IP address or `localhost`, each process its own: [Watching it](../operate/watching.md).',
    live: {
      readBy: PROCESSES,
      why: 'No metrics are served. Plain http without a password, so an internal address; each process has its own.',
      refuse: whyRefusedMetrics,
      wrong: ['9464', 'metrics.example.ng:9464', '127.0.0.1:0', '0.0.0.0:9464', '[::]:9464', '198.41.0.4:9464'],
    },
  },
  METRICS_PUBLIC: {
    type: z.enum(['on', 'off']),
    default: 'off',
    target: null,
    meaning: '`on`: `METRICS_ADDRESS` may be a public address, or all addresses of the machine, in live mode too.',
    live: {
      why: '`on` accepts a public address in `METRICS_ADDRESS`, for a firewall that you rely on.',
      wrong: ['yes'],
    },
  },
} as const satisfies SettingRows

export type MetricsAddress = { readonly host: string; readonly port: number }

/**
 * Parses `10.0.0.7:9464`; null if it is no IP address (or localhost) and port. Other names could resolve elsewhere
 * tomorrow.
 */
function metricsAddress(text: string): MetricsAddress | null {
  const [, bracketed, plain, digits] = /^(?:\[([\da-f:.]+)\]|([^:]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  const port = Number(digits)
  const isHost = bracketed === undefined ? host === 'localhost' || isIP(host) === 4 : isIP(host) === 6
  return isHost && port >= 1 && port <= 65_535 ? { host, port } : null
}

/** Why live mode refuses an address; null if it does not. The wildcard address may include a public one. */
function whyRefusedMetrics(
  address: MetricsAddress | null,
  { METRICS_PUBLIC }: { readonly METRICS_PUBLIC: string },
): string | null {
  if (METRICS_PUBLIC === 'on') return null
  const host = (address?.host ?? '').replace(/^::ffff:/i, '')
  const isEverywhere = /^[0:.]+$/.test(host)
  return isEverywhere || isPublicAddress(host)
    ? 'live mode shows metrics on an internal address only, unless METRICS_PUBLIC=on'
    : null
}
