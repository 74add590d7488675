import { collectDefaultMetrics } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { ConfigError } from '#server/platform/config/config.ts'
import type { MetricsAddress } from '#server/platform/config/metrics.ts'
import type { MetricsRegistry } from '#server/platform/metrics/instruments.ts'
import { type MetricsServer, serveMetrics } from '#server/platform/metrics/serve-metrics.ts'
import { showFigures } from './show-figures.ts'

/**
 * Serves this process's counters, Node's own metrics (memory, processor, event loop) and the database's figures.
 *
 * @throws ConfigError when the address is taken or not on this machine
 */
export async function startMetrics(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'log'>,
  address: MetricsAddress,
  registry: MetricsRegistry,
): Promise<MetricsServer> {
  collectDefaultMetrics({ register: registry })
  const update = showFigures(registry, deps)
  try {
    return await serveMetrics(address, { registry, update, log: deps.log })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new ConfigError('METRICS_ADDRESS: this port is in use by another program')
    if (code === 'EADDRNOTAVAIL') throw new ConfigError('METRICS_ADDRESS: this machine does not have this address')
    throw error
  }
}
