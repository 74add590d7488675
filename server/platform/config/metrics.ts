import { isIP } from 'node:net'
import { z } from 'zod'
import { isPublicAddress } from './link-check.ts'

const FORM = 'an IP address or localhost and a port are needed, such as 127.0.0.1:9464 or [::1]:9464'

/** Where a process shows its metrics. Each process on a machine needs an address of its own. */
export const metricsSettings = {
  METRICS_ADDRESS: z
    .string()
    .max(100)
    .refine((text) => metricsAddress(text) !== null, FORM)
    .optional(),
  /** `on`: METRICS_ADDRESS may be one that anybody on the internet might reach. */
  METRICS_PUBLIC: z.enum(['on', 'off']).default('off'),
}

export type MetricsAddress = { readonly host: string; readonly port: number }

/** `10.0.0.7:9464` in its parts; null where it is no address. A name could lead elsewhere tomorrow, so there is only one. */
export function metricsAddress(text: string): MetricsAddress | null {
  const [, bracketed, plain, digits] = /^(?:\[([\da-f:.]+)\]|([^:]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  const port = Number(digits)
  const isHost = bracketed === undefined ? host === 'localhost' || isIP(host) === 4 : isIP(host) === 6
  return isHost && port >= 1 && port <= 65_535 ? { host, port } : null
}

/** Why live mode refuses an address; null when it does not. All addresses of a machine may include a public one. */
export function whyRefusedMetrics(
  text: string,
  { METRICS_PUBLIC }: { readonly METRICS_PUBLIC: string },
): string | null {
  if (METRICS_PUBLIC === 'on') return null
  const host = (metricsAddress(text)?.host ?? '').replace(/^::ffff:/i, '')
  const isEverywhere = /^[0:.]+$/.test(host)
  return isEverywhere || isPublicAddress(host)
    ? 'live mode shows metrics on an internal address only, unless METRICS_PUBLIC=on'
    : null
}
