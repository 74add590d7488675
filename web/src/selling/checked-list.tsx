import type { ReactNode } from 'react'
import { FORM_ERRORS } from '#contract/form-errors.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatPhone, NETWORKS } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'
import type { Batch, BatchRow } from '#contract/selling.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NetworkSelect } from './network-select.tsx'

type CheckedListProps = {
  list: Batch
  /** The lines whose network the seller chose. */
  chosenNetworks: ReadonlyMap<number, Network>
  checking: boolean
  /** Why the last check failed: the list on the screen is from the check before. */
  problem: string | null
  /** The form has changed since the check. */
  isOutdated: boolean
  onNetwork: (line: number, network: Network) => void
  /** Null where the list can be changed beside its check. */
  onEdit: (() => void) | null
  onApprove: () => void
}

/** The server's check of each row: problems first, then what is bought and for how much. */
export function CheckedList(props: CheckedListProps) {
  const { list, chosenNetworks, checking, problem, isOutdated, onNetwork, onEdit, onApprove } = props
  const bad = list.rows.filter((row) => !row.ok)
  const good = list.rows.filter((row) => row.ok)
  const doubled = good.filter((row) => row.sameAsLine !== null || row.boughtJustNow).length
  const guessed = good.filter((row) => row.guessed).length
  const select = (row: BatchRow) => (
    <NetworkSelect line={row.line} network={row.network} onChoose={(network) => onNetwork(row.line, network)} />
  )
  return (
    <>
      <p ref={startHere} role="status" tabIndex={-1} className="font-medium outline-none">
        {checking ? 'Checking…' : isOutdated ? 'You changed the list after this check.' : summary(list)}
      </p>
      {doubled === 0 ? null : (
        <Notice tone="wait">
          {doubled === 1
            ? '1 line repeats the same purchase for the same number. It stays in the list.'
            : `${doubled} lines repeat the same purchase for the same number. They stay in the list.`}
        </Notice>
      )}
      {guessed === 0 ? null : (
        <Notice>
          The network of {lines(guessed)} is only a guess from the number. Change it if the number was ported.
        </Notice>
      )}
      {bad.length === 0 ? null : (
        <section aria-labelledby="bad-lines" className="flex flex-col gap-2">
          <h2 id="bad-lines" className="text-h2">
            Not bought ({bad.length})
          </h2>
          <ul className="overflow-hidden rounded-card border border-bad bg-surface">
            {bad.map((row) => (
              <li key={row.line} className="flex flex-col gap-1 border-b border-line px-3 py-2.5 last:border-b-0">
                <span className="text-caption text-ink-3">Line {row.line}</span>
                <span className="text-small tabular wrap-anywhere">{row.text}</span>
                <span className="text-small font-medium text-bad">{row.problem}</span>
                {row.problem === FORM_ERRORS['network.unknown'].message ? select(row) : null}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="good-lines" className="flex flex-col gap-2">
        <h2 id="good-lines" className="text-h2">
          To buy ({good.length})
        </h2>
        <ul className="overflow-hidden rounded-card bg-surface shadow-lift">
          {good.map((row) => (
            <GoodRow
              key={row.line}
              row={row}
              select={row.guessed || chosenNetworks.has(row.line) ? select(row) : null}
            />
          ))}
        </ul>
      </section>
      <Totals list={list} />
      {list.refusal === null && problem === null ? null : (
        <Notice tone="bad" role="alert">
          {problem ?? list.refusal?.message}
        </Notice>
      )}
      {isOutdated ? <Notice tone="wait">Check the list again to approve it as it is now.</Notice> : null}
      <div className="flex flex-col gap-2">
        <Button wide disabled={checking || isOutdated || list.refusal !== null || problem !== null} onClick={onApprove}>
          Review and approve
        </Button>
        {onEdit === null ? null : (
          <Button tone="quiet" wide onClick={onEdit}>
            Change the list
          </Button>
        )}
      </div>
    </>
  )
}

/** The button that asked for the check is far down; the answer begins at the top. Runs when the answer appears. */
function startHere(element: HTMLElement | null): void {
  window.scrollTo(0, 0)
  element?.focus({ preventScroll: true })
}

function summary({ goodCount, badCount }: Batch): string {
  const good = `${lines(goodCount)} can be bought.`
  return badCount === 0
    ? good
    : `${good} ${lines(badCount)} cannot, and nothing is bought for ${badCount === 1 ? 'it' : 'them'}.`
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

function GoodRow({ row, select }: { row: BatchRow; select: ReactNode }) {
  const { line, phone, network, bundleName, customerName, amountKobo, priceKobo, salePriceKobo } = row
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-3 py-2.5 last:border-b-0">
      <span className="min-w-0 flex-[1_1_9rem]">
        <span className="block font-medium tabular">{formatPhone(phone ?? '')}</span>
        <span className="block text-small text-ink-2 wrap-anywhere">
          {[select === null && network !== null ? NETWORKS[network].name : null, bundleName, customerName]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <span className="block text-caption text-ink-3">
          Line {line}
          {row.sameAsLine === null ? '' : `, same as line ${row.sameAsLine}`}
          {row.boughtJustNow ? ', bought a moment ago' : ''}
        </span>
        {select}
      </span>
      <span className="ml-auto flex flex-col items-end text-right">
        <span className="font-head font-semibold tabular">{formatNairaShort(BigInt(amountKobo ?? 0))}</span>
        <span className="text-caption text-ink-2 tabular">you pay {formatNairaShort(BigInt(priceKobo ?? 0))}</span>
        {salePriceKobo === null ? null : (
          <span className="text-caption text-ink-2 tabular">sold for {formatNairaShort(BigInt(salePriceKobo))}</span>
        )}
      </span>
    </li>
  )
}

function Totals({ list }: { list: Batch }) {
  const figures = [
    ['Face value', list.faceKobo],
    ['Discount', list.discountKobo],
    ['You pay', list.totalKobo],
    ...(BigInt(list.salesKobo) === 0n
      ? []
      : [['Your customers pay you', list.salesKobo] as const, ['Your margin on these', list.profitKobo] as const]),
  ] as const
  return (
    <dl className="rounded-card bg-surface shadow-lift px-4">
      {figures.map(([label, kobo]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="ml-auto font-medium tabular">{formatNairaShort(BigInt(kobo))}</dd>
        </div>
      ))}
    </dl>
  )
}
