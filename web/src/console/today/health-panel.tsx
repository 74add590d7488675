import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Float, HealthAnswer, Queue, Waiting, WebhookLag } from '#contract/console/health.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { PRODUCT_NAMES, stateInWords } from '#contract/console/report-words.ts'
import { call } from '#web/console/call.ts'
import { FigureRows } from '#web/console/lines.tsx'
import { nairaOf } from '#web/console/naira-of.ts'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ageInWords, lengthInWords } from './age.ts'
import { Paces } from './paces.tsx'

/** The health of the installation. It is read when the screen opens and on request, because each look is recorded. */
export function HealthPanel() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => await call<HealthAnswer>('GET', '/api/admin/today/health', undefined, signal),
    gcTime: 0,
  })
  return (
    <section aria-labelledby="health" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="health" className="text-[1rem]">
          Health
        </h2>
        <Button tone="quiet" slim busy={isFetching && 'Loading…'} onClick={() => void refetch()}>
          <RotateCw aria-hidden size={18} /> Read again
        </Button>
      </div>
      <ErrorNotice error={error} />
      {data === undefined ? null : <Figures health={data} />}
    </section>
  )
}

function Figures({ health }: { health: HealthAnswer }) {
  const { readAt, from, paces, waiting, webhooks, queues, floats, booksCheckedAt, reconciledAt } = health
  return (
    <>
      <p className="text-caption text-ink-2" role="status">{`As of ${momentOf(readAt)}.`}</p>
      <Paces paces={paces} from={from} />
      <Part title="On their way">
        <WaitingOrders waiting={waiting} at={readAt} />
      </Part>
      <Part title="Webhooks in the last hour">
        <WebhookLags lags={webhooks} />
      </Part>
      <Part title="Waiting jobs">
        <Queues queues={queues} at={readAt} />
      </Part>
      {floats === null ? null : (
        <Part title="Floats">
          <Floats floats={floats} />
        </Part>
      )}
      <Part title="Checks">
        <Checked name="Books last checked" at={booksCheckedAt} />
        <Checked name="Last comparison with the providers" at={reconciledAt} />
      </Part>
    </>
  )
}

/** When a check last ended. Its findings are among the tasks. */
function Checked({ name, at }: { name: string; at: string | null }) {
  const Icon = at === null ? CircleDashed : CircleCheck
  return (
    <p className="flex gap-2 text-small text-ink-2 tabular">
      <Icon aria-hidden size={18} className={`shrink-0 ${at === null ? 'text-ink-3' : 'text-ok'}`} />
      {`${name}: ${at === null ? 'not known, none yet' : momentOf(at)}`}
    </p>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5 rounded-tile bg-surface px-3.5 py-3 shadow-lift">
      <h3 className="font-head text-[0.9375rem] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-small text-ink-2 tabular wrap-anywhere">{children}</p>
}

function WaitingOrders({ waiting, at }: { waiting: readonly Waiting[]; at: string }) {
  if (waiting.length === 0) return <Line>No order is on its way.</Line>
  return waiting.map(({ provider, kind, state, count, heldKobo, oldestAt }) => (
    <Line key={`${provider} ${kind} ${state}`}>
      {`${PRODUCT_NAMES[kind]} at ${providerName(provider)}, ${stateInWords(state)}: ${count}, the oldest for ${ageInWords(oldestAt, at)}. Held: ${nairaOf(heldKobo)}`}
    </Line>
  ))
}

function WebhookLags({ lags }: { lags: readonly WebhookLag[] }) {
  if (lags.length === 0) return <Line>No delay to show: no webhook arrived about an order of the last hour.</Line>
  return lags.map(({ provider, orders, middleMs, slowestMs }) => (
    <Line key={provider}>
      {`${providerName(provider)}: median ${lengthInWords(middleMs)} after the order, at most ${lengthInWords(slowestMs)}. Orders: ${orders}`}
    </Line>
  ))
}

function Queues({ queues, at }: { queues: readonly Queue[]; at: string }) {
  if (queues.length === 0) return <Line>No job is waiting.</Line>
  return queues.map(({ kind, count, oldestDueAt }) => (
    <Line key={kind}>{`${kind}: ${count}, the longest for ${ageInWords(oldestDueAt, at)}`}</Line>
  ))
}

function Floats({ floats }: { floats: readonly Float[] }) {
  if (floats.length === 0) return <Line>Not known: no provider has reported its balance yet.</Line>
  return floats.map((float) => <FloatLines key={float.provider} float={float} />)
}

function FloatLines({ float }: { float: Float }) {
  const { provider, heldKobo, ledgerKobo, ownKobo, readAt, thresholdKobo } = float
  const isLow = thresholdKobo !== null && BigInt(heldKobo) < BigInt(thresholdKobo)
  const figures = [
    [`${providerName(provider)} says`, nairaOf(heldKobo)],
    ['Our ledger then', nairaOf(ledgerKobo)],
    ['Our own money there', ownKobo === null ? 'not known' : nairaOf(ownKobo)],
    ['Threshold', thresholdKobo === null ? 'Not set' : nairaOf(thresholdKobo)],
  ] as const
  return (
    <div className="border-t border-line pt-2 first-of-type:border-t-0 [&+&]:mt-2">
      <p className="flex flex-wrap items-baseline gap-x-3 text-small font-medium">
        {providerName(provider)}
        {isLow ? <span className="rounded-control bg-bad-tint px-2 text-bad">Below its threshold</span> : null}
      </p>
      <FigureRows rows={figures} />
      <p className="text-caption text-ink-2">{`Asked ${momentOf(readAt)}.`}</p>
    </div>
  )
}
