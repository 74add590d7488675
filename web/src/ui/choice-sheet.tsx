import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { searchable } from '#contract/typed.ts'
import { messageOf } from '#web/lib/api.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'
import { Sheet } from './sheet.tsx'
import { Spinner } from './spinner.tsx'

export type Choice = {
  readonly id: string
  readonly name: string
  /** Before the name, for example a bank's mark. */
  readonly lead?: ReactNode
  /** Stands at the end of the row, for example a price. */
  readonly trail?: string
  /** Why it cannot be chosen. */
  readonly closed?: string
}

/** A list that is read from the server: the part of a query this needs. */
export type ChoiceList = {
  readonly data: readonly Choice[] | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

type ChoiceSheetProps = {
  title: string
  list: ChoiceList
  /** What the list holds: "bank", "banks". */
  nouns: { readonly one: string; readonly many: string }
  chosenId: string | null
  onChoose: (id: string) => void
  onClose: () => void
  /** Shown below the search, for example what to do if an entry is missing. */
  children?: ReactNode
}

/** A long list to choose one from, with a search. */
export function ChoiceSheet({ title, list, nouns, chosenId, onChoose, onClose, children }: ChoiceSheetProps) {
  const [text, setText] = useState('')
  const found = list.data?.filter((each) => matches(each, text))
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="flex h-[70dvh] flex-col gap-3">
        <Field
          label="Search"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {children}
        {list.error !== null && list.data === undefined ? (
          <Notice tone="bad" role="alert">
            <p>{messageOf(list.error)}</p>
            <Button tone="quiet" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </Notice>
        ) : null}
        {found === undefined && list.error === null ? (
          <p role="status" className="flex items-center gap-2 text-ink-2">
            <Spinner /> Loading the list of {nouns.many}…
          </p>
        ) : null}
        <p role="status" className={found?.length === 0 ? 'text-ink-2' : 'sr-only'}>
          {found === undefined
            ? ''
            : found.length === 0
              ? `No ${nouns.one} on the list has this name.`
              : `${found.length} ${found.length === 1 ? nouns.one : nouns.many}`}
        </p>
        <ul className="-mx-4 min-h-0 flex-1 overflow-y-auto border-t border-line">
          {found?.map((choice) => (
            <ChoiceRow key={choice.id} choice={choice} chosen={choice.id === chosenId} onChoose={onChoose} />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

function matches({ name, trail = '' }: Choice, text: string): boolean {
  return searchable(`${name} ${trail}`).includes(searchable(text.trim()))
}

type ChoiceRowProps = { choice: Choice; chosen: boolean; onChoose: (id: string) => void }

function ChoiceRow({ choice: { id, name, lead, trail, closed }, chosen, onChoose }: ChoiceRowProps) {
  return (
    <li className="border-b border-line">
      <button
        type="button"
        disabled={closed !== undefined}
        aria-pressed={chosen}
        onClick={() => onChoose(id)}
        className="flex min-h-16 w-full items-center justify-between gap-3 px-4 py-2 text-left -outline-offset-3 disabled:text-ink-3"
      >
        {lead}
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">{name}</span>
          {closed === undefined ? null : <span className="block text-caption">{closed}</span>}
        </span>
        <span className="flex shrink-0 items-center gap-2">
          {trail === undefined ? null : <span className="font-semibold tabular">{trail}</span>}
          {chosen ? <Check aria-hidden className="text-brand" /> : null}
        </span>
      </button>
    </li>
  )
}
