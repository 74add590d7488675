import { useId, useState } from 'react'
import { PAUSE_KIND, type PauseBody } from '#contract/acts/pause-kind.ts'
import type { PausesAnswer } from '#contract/console/pauses.ts'
import { PRODUCT_NAMES } from '#contract/console/report-words.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import { PAUSE_REASON_MAX_LENGTH, PAUSE_REASON_MIN_LENGTH, pauseHeading } from '#contract/pauses.ts'
import { HoursTiles, type SettingHours } from '#web/console/hours-tiles.tsx'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { momentOf } from '#web/console/words.ts'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

type PauseSheetProps = {
  readonly known: Pick<PausesAnswer, 'kinds' | 'at'>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The kind to pause, the reason for customers, and the duration, with the open orders and a preview for customers. */
export function PauseSheet({ known, onClose, onDone }: PauseSheetProps) {
  const [kind, setKind] = useState<OrderKind>('withdrawal')
  const [service, setService] = useState('')
  const serviceId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [hours, setHours] = useState<SettingHours>('2')
  const pausable = known.kinds.find((each) => each.kind === kind)
  const one = pausable?.services.find(({ id }) => id === service)
  const serviceName = one?.name ?? null
  const reason = typed ?? reasonFor(serviceName)
  return (
    <ProposeSheet
      title="Pause a kind of order"
      path={PAUSE_KIND.path}
      body={() => ({ kind, service, reason, hours }) satisfies PauseBody}
      onClose={onClose}
      onDone={onDone}
    >
      <RadioTiles
        legend="What is paused"
        options={known.kinds.map((each) => ({ id: each.kind, name: PRODUCT_NAMES[each.kind] }))}
        chosen={kind}
        onChoose={(chosen) => {
          setKind(chosen)
          setService('')
        }}
      />
      {pausable === undefined || pausable.services.length === 0 ? null : (
        <div className="flex flex-col gap-1">
          <label htmlFor={serviceId} className="text-small font-medium text-ink-2">
            Which one
          </label>
          <Select
            id={serviceId}
            value={service}
            nothing="All of it"
            options={pausable.services.map(({ id, name }) => ({ value: id, name }))}
            onChoose={(chosen) => setService(chosen ?? '')}
          />
        </div>
      )}
      <HoursTiles legend="Ends automatically after" hours={hours} onChoose={setHours} />
      <TextArea
        label="Reason that customers read"
        rows={3}
        required
        minLength={PAUSE_REASON_MIN_LENGTH}
        maxLength={PAUSE_REASON_MAX_LENGTH}
        value={reason}
        onChange={({ target }) => setTyped(target.value)}
      />
      <section aria-label="Effects" className="flex flex-col gap-1 text-small text-ink-2">
        <p className="wrap-anywhere">{`Customers read: “${pauseHeading({ kind, serviceName })} ${reason.trim()}”`}</p>
        <p>{sayOpen((one ?? pausable)?.open ?? 0, known.at)}</p>
      </section>
    </ProposeSheet>
  )
}

function sayOpen(open: number, at: string): string {
  const orders = open === 1 ? 'One such order is open and continues' : `${open} such orders are open and continue`
  return `${orders}, as of ${momentOf(at)}.`
}

function reasonFor(serviceName: string | null): string {
  const what = serviceName === null ? 'These payments do not go through' : `${serviceName} does not answer`
  return `${what} reliably right now. Please try again later.`
}
