import { Smartphone } from 'lucide-react'
import type { PushSubscriptionShown } from '#contract/push.ts'
import { formatMoment } from '#contract/time.ts'
import { TestButton } from '#web/alerts/test-button.tsx'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Section } from '#web/ui/section.tsx'
import { showToast } from '#web/ui/toast.ts'
import { usePushDevices, usePushState, useRemovePush, useTurnPush } from './get-push.ts'
import type { PushState } from './turn-push.ts'

/** Push in this browser, and the other browsers that have it on. */
export function PushSection() {
  const { data: state, error, refetch } = usePushState()
  return (
    <Section title="Push">
      {state === undefined ? <LoadFailed error={error} onTryAgain={refetch} /> : <ThisDevice state={state} />}
      <Devices />
    </Section>
  )
}

const SAID: Readonly<Record<PushState, string>> = {
  on: 'On for this device. You get alerts even while Jara is closed. They cost nothing.',
  off: 'Off for this device. With push you get alerts at once, even while Jara is closed. They cost nothing. Your browser asks first: allow notifications there.',
  ended: 'This device no longer receives alerts: its browser ended them. Turn them on again, or leave them off.',
  denied:
    'Your browser does not allow notifications from Jara, and only you can change that: open the settings of this page in the browser, allow notifications, and come back.',
  unsupported:
    'This browser cannot show alerts while Jara is closed. A newer one can; on an iPhone, add Jara to the home screen first and open it from there.',
}

function ThisDevice({ state }: { state: PushState }) {
  const turn = useTurnPush()
  const wasAsked = turn.data === 'off' && turn.variables
  const isTurningOn = turn.isPending && turn.variables
  const isTurningOff = turn.isPending && !turn.variables
  return (
    <>
      <p role="status" className="text-small text-ink-2">
        {wasAsked ? 'Your browser did not allow it, so push stays off.' : SAID[state]}
      </p>
      <ErrorNotice error={turn.error} />
      {state === 'off' || state === 'ended' ? (
        <Button tone="quiet" wide busy={isTurningOn && 'Turning on…'} onClick={() => turn.mutate(true)}>
          Turn on for this device
        </Button>
      ) : null}
      {state === 'ended' ? (
        <Button tone="plain" wide busy={isTurningOff && 'Turning off…'} onClick={() => turn.mutate(false)}>
          Leave them off
        </Button>
      ) : null}
      {state === 'on' ? (
        <>
          <TestButton channel="push" label="Send a test push" sent="A test is on its way to every device below." />
          <Button tone="plain" wide busy={isTurningOff && 'Turning off…'} onClick={() => turn.mutate(false)}>
            Turn off for this device
          </Button>
        </>
      ) : null}
    </>
  )
}

function Devices() {
  const { data: devices, error, refetch } = usePushDevices()
  if (devices === undefined) return <LoadFailed error={error} onTryAgain={refetch} />
  if (devices.length === 0) return null
  return (
    <ul aria-label="Devices with push" className="-mx-4 -mb-4 border-t border-line">
      {devices.map((device) => (
        <li key={device.id} className="border-b border-line last:border-b-0">
          <DeviceRow device={device} />
        </li>
      ))}
    </ul>
  )
}

function DeviceRow({ device }: { device: PushSubscriptionShown }) {
  const remove = useRemovePush()
  const name = device.browser ?? 'Unknown browser'
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Smartphone aria-hidden size={20} className="shrink-0 text-ink-2" />
      <div className="min-w-[min(9rem,100%)] flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-caption text-ink-3">Since {formatMoment(device.createdAt)}</p>
        {device.endedAt === null ? null : (
          <p className="text-caption font-medium text-bad">No alerts since {formatMoment(device.endedAt)}</p>
        )}
        {device.current ? <p className="text-caption font-medium text-ok">This device</p> : null}
      </div>
      {device.current ? null : (
        <Button
          tone="danger"
          slim
          aria-label={`Remove push on ${name}`}
          busy={remove.isPending && 'Removing…'}
          onClick={() => remove.mutate(device.id, { onError })}
        >
          Remove
        </Button>
      )}
    </div>
  )
}
