import { type ReactNode, useId } from 'react'
import type { Action, OrderAnswer, Sentence } from '#contract/console/orders.ts'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Ending } from './ending-sheet.tsx'
import { EverythingLine } from './everything-line.tsx'

type Told = Pick<OrderAnswer, 'known' | 'notKnown' | 'next' | 'actions' | 'line' | 'cut'>
type Difference = NonNullable<Action['difference']>

type Opening = {
  readonly onClose: (difference: Difference) => void
  readonly onCredit: (deposit: string) => void
  readonly onEnd: (ending: Ending) => void
}

type ToldProps = Opening & {
  readonly of: Told
  /** Its amounts and numbers. */
  readonly details: ReactNode
}

/** What is known, what is not, what happens by itself, which actions are possible, and then the timeline. */
export function Told({ of, details, ...opening }: ToldProps) {
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-3">
        <Sentences title="Known" sentences={of.known} none="Nothing yet." />
        <Sentences title="Not known" sentences={of.notKnown} none="Nothing that its state depends on." />
        <Sentences title="What happens automatically" sentences={of.next} none="Nothing." />
      </div>
      <Actions actions={of.actions} {...opening} />
      {details}
      <EverythingLine line={of.line} cut={of.cut} />
    </>
  )
}

type SentencesProps = { title: string; sentences: readonly Sentence[]; none: string }

function Sentences({ title, sentences, none }: SentencesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card bg-surface shadow-lift px-4 py-3">
      <h2 id={id} className="pb-2 text-h2">
        {title}
      </h2>
      {sentences.length === 0 ? <p className="text-ink-2">{none}</p> : null}
      <ul className="flex flex-col gap-2">
        {sentences.map(({ text, at }) => (
          <li key={text} className="wrap-anywhere">
            <p>{text}</p>
            {at === null ? null : <p className="tabular text-caption text-ink-2">{momentOf(at)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

type ActionsProps = Opening & { readonly actions: readonly Action[] }

function Actions({ actions, ...opening }: ActionsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card bg-surface shadow-lift">
      <h2 id={id} className="px-4 pt-3 pb-2 text-h2">
        What you can do now
      </h2>
      <ul className="border-t border-line">
        {actions.map((action) => (
          <li
            key={action.name}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
              <p className="font-medium">{action.name}</p>
              <p className="text-small text-ink-2">
                {action.allowed ? action.why : `Not possible for you now. ${action.why}`}
              </p>
            </div>
            <Way action={action} {...opening} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Way({
  action: { name, allowed, link, difference, credits, opens },
  onClose,
  onCredit,
  onEnd,
}: Opening & { readonly action: Action }) {
  if (allowed && credits !== undefined)
    return (
      <Button tone="quiet" onClick={() => onCredit(credits)}>
        {name}
      </Button>
    )
  if (allowed && opens !== undefined)
    return (
      <Button tone="quiet" onClick={() => onEnd(opens)}>
        {name}
      </Button>
    )
  if (allowed && difference !== null)
    return (
      <Button tone="quiet" onClick={() => onClose(difference)}>
        {name}
      </Button>
    )
  if (link === null) return null
  return (
    <Link to={link} className="inline-flex min-h-12 items-center underline underline-offset-4">
      {allowed ? name : 'Look at it'}
    </Link>
  )
}
