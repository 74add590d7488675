import type { Deps } from '#server/deps.ts'
import type { TraceCollector } from '#server/platform/config/traces.ts'
import { version } from '#server/platform/version.ts'
import { follow } from './follow.ts'
import { postSpansTo } from './post-spans.ts'
import { createSpanQueue, type SpanQueueLimits } from './span-queue.ts'
import type { Tracing } from './tracing.ts'

type Parts = Pick<Deps, 'config' | 'clock' | 'randomBytes' | 'metrics' | 'log'>

/** Traces orders and sends the spans to a collector. Only a process with a collector loads this file. */
export function startTracing(
  { config, clock, randomBytes, metrics, log }: Parts,
  collector: TraceCollector,
  limits: Partial<SpanQueueLimits> = {},
): Tracing {
  const post = postSpansTo(collector, {
    'service.name': 'jara',
    'service.version': version,
    'service.instance.id': Buffer.from(randomBytes(8)).toString('hex'),
    'deployment.environment.name': config.mode,
    'jara.role': config.role,
  })
  const queue = createSpanQueue({ post, metrics, log }, limits)
  const drop = (spans: number) => metrics.countSpans('dropped', spans)
  return {
    ...follow({ clock, randomBytes, add: queue.add, drop }),
    async close() {
      await queue.close()
      post.end()
    },
  }
}
