import { FileUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { BatchKind } from '#contract/selling.ts'
import { BATCH_BODY_MAX_BYTES, BATCH_ROWS_MAX } from '#contract/selling-limits.ts'
import { MoneyOutNotices } from '#web/identity/freeze/money-out-notices.tsx'
import { useInstallation } from '#web/installation/get-installation.ts'
import { appliedDiscount } from '#web/payments/bills/applied-discount.ts'
import { PauseNotices } from '#web/payments/orders/pause-notices.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { useHoldsBpc } from '#web/wallet/get-wallet.ts'
import { readListFile } from './read-file.ts'
import { SOLD_KINDS } from './sold-kinds.ts'

export type ListForm = { readonly kind: BatchKind; readonly text: string; readonly sellAtFaceValue: boolean }

const EXAMPLES: Record<BatchKind, string> = {
  airtime: 'phone, network, amount, name, price\n08031234567, MTN, 500, Ada, 520\n08021234567, , 1000, Bola,',
  data: 'phone, network, bundle, name, price\n08031234567, MTN, 1GB, Ada, 600\n08021234567, , 2GB, Bola,',
}

type ListFormProps = {
  form: ListForm
  onChange: (part: Partial<ListForm>) => void
  onCheck: () => void
  /** The check beside it is of this very form, so the next step is not another check. */
  isChecked: boolean
  checking: boolean
  /** Why the list was refused as a whole, and what is wrong by line. */
  refusal: { readonly message: string; readonly lines: readonly (readonly [string, string])[] } | null
}

/** A list of numbers, pasted or from a file. The server reads and checks it. */
export function ListFields({ form, onChange, onCheck, isChecked, checking, refusal }: ListFormProps) {
  const file = useListFile((text) => onChange({ text }))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onCheck()
      }}
      className="flex flex-col gap-4"
    >
      <MoneyOutNotices />
      <PauseNotices kind={form.kind} />
      <RadioTiles
        legend="What you sell"
        options={SOLD_KINDS}
        chosen={form.kind}
        onChoose={(kind) => onChange({ kind })}
      />
      <TextArea
        label="Your list"
        rows={8}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={form.text}
        placeholder={EXAMPLES[form.kind]}
        onChange={(event) => onChange({ text: event.target.value })}
        hint={`One line for each number, at most ${BATCH_ROWS_MAX}. Network, name and price may be left out.`}
      />
      <FileButton file={file} />
      <label className="flex min-h-12 cursor-pointer items-center gap-3 font-medium">
        <input
          type="checkbox"
          checked={form.sellAtFaceValue}
          onChange={(event) => onChange({ sellAtFaceValue: event.target.checked })}
          className="size-5 shrink-0 accent-brand"
        />
        <span className="min-w-0">
          Lines without a price are sold at face value
          <span className="block text-caption font-normal text-ink-3">Otherwise they are not counted as sales.</span>
        </span>
      </label>
      <ListPrices kind={form.kind} />
      {refusal === null ? null : (
        <Notice tone="bad" role="alert">
          <p>{refusal.message}</p>
          {refusal.lines.map(([line, problem]) => (
            <p key={line}>
              {line}: {problem}
            </p>
          ))}
        </Notice>
      )}
      <Button
        type="submit"
        tone={isChecked ? 'quiet' : 'filled'}
        wide
        disabled={file.isReading}
        busy={checking && 'Checking…'}
      >
        Check the list
      </Button>
    </form>
  )
}

/** The price that applies to every line: a list takes no code but a held BPC. */
function ListPrices({ kind }: { kind: BatchKind }) {
  const discounts = useInstallation().data?.prices.discounts[kind]
  const holdsBpc = useHoldsBpc()
  return (
    <div className="flex flex-col gap-1">
      {discounts === undefined ? null : (
        <p className="flex flex-wrap justify-between gap-x-3 text-small text-ink-2">
          Price <span className="font-semibold text-ok">{appliedDiscount(discounts, { holdsBpc })}</span>
        </p>
      )}
      <AvailableBalance />
    </div>
  )
}

type ListFile = { readonly isReading: boolean; readonly read: (file: File) => Promise<void> }

/** Reads a file into the list. The list cannot be checked meanwhile. */
function useListFile(onText: (text: string) => void): ListFile {
  const [isReading, setReading] = useState(false)
  // The form may change, or go away, while the file is being read.
  const latest = useRef<typeof onText>(null)
  useLayoutEffect(() => {
    latest.current = onText
    return () => {
      latest.current = null
    }
  })

  async function read(file: File): Promise<void> {
    if (file.size > BATCH_BODY_MAX_BYTES) {
      showToast(`This file is too large: a list has at most ${BATCH_ROWS_MAX} lines. Split it.`, { tone: 'bad' })
      return
    }
    setReading(true)
    try {
      const text = await readListFile(file)
      if (text === null) showToast('This is a spreadsheet. Save it as CSV, and choose that file.', { tone: 'bad' })
      else latest.current?.(text)
    } catch {
      showToast('We could not read this file. Choose it again.', { tone: 'bad' })
    } finally {
      setReading(false)
    }
  }
  return { isReading, read }
}

function FileButton({ file }: { file: ListFile }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          // The same file can be chosen again after it was changed.
          target.value = ''
          if (chosen !== undefined) void file.read(chosen)
        }}
      />
      <Button tone="quiet" wide busy={file.isReading && 'Reading the file…'} onClick={() => input.current?.click()}>
        <FileUp aria-hidden size={18} /> Choose a CSV file
      </Button>
    </>
  )
}
