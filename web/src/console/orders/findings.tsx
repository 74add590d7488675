import { Check, Clock, Lock, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Action, OrderAnswer, Sentence } from '#contract/console/orders.ts'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Ending } from './ending-sheet.tsx'
import { EverythingLine } from './everything-line.tsx'

type FindingsAnswer = Pick<OrderAnswer, 'known' | 'notKnown' | 'next' | 'actions' | 'line' | 'cut'>
type Difference = NonNullable<Action['difference']>

type Opening = {
  readonly onClose: (difference: Difference) => void
  readonly onCredit: (deposit: string) => void
  readonly onEnd: (ending: Ending) => void
}

type FindingsProps = Opening & {
  readonly of: FindingsAnswer
  /** Its amounts and numbers. */
  readonly details: ReactNode
}

/** What is known, what is not, what happens automatically, which actions are possible, and then the timeline. */
export function Findings({ of, details, ...opening }: FindingsProps) {
  return (
    <div className="beside">
      <div className="grid gap-3 md:grid-cols-3">
        <Sentences
          title="Known"
          icon={<Check aria-hidden size={20} className="shrink-0 text-ok" />}
          sentences={of.known}
          none="Nothing yet."
        />
        <Sentences
          title="Not known"
          icon={<TriangleAlert aria-hidden size={20} className="shrink-0 text-wait" />}
          sentences={of.notKnown}
          none="Nothing that its state depends on."
        />
        <Sentences
          title="What happens automatically"
          icon={<Clock aria-hidden size={20} className="shrink-0 text-brand" />}
          sentences={of.next}
          none="Nothing."
        />
      </div>
      <Actions actions={of.actions} {...opening} />
      <div className="facts flex min-w-0 flex-col gap-3">{details}</div>
      <EverythingLine line={of.line} cut={of.cut} />
    </div>
  )
}

type SentencesProps = { title: string; icon: ReactNode; sentences: readonly Sentence[]; none: string }

function Sentences({ title, icon, sentences, none }: SentencesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-tile bg-surface px-3.5 py-3 shadow-lift">
      <h2 id={id} className="flex items-start gap-2 pb-1 text-[1rem] leading-tight">
        {icon}
        {title}
      </h2>
      {sentences.length === 0 ? <p className="py-1.5 text-ink-2">{none}</p> : null}
      <ul>
        {sentences.map(({ text, at }) => (
          <li key={text} className="border-b border-line py-1.5 leading-snug wrap-anywhere last:border-b-0">
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
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-h2">
        What you can do now
      </h2>
      <ul className="rounded-tile bg-surface shadow-lift forced-colors:border">
        {actions.map((action) => (
          <li
            key={action.name}
            className="flex min-h-16 flex-wrap items-center justify-between gap-3 border-b border-line px-3.5 py-2 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
              <p className={`font-head font-semibold ${action.allowed ? '' : 'text-ink-3'}`}>{action.name}</p>
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
  if (link === null) return allowed ? null : <Lock aria-hidden size={20} className="shrink-0 text-ink-3" />
  return (
    <Link to={link} className="inline-flex min-h-12 items-center font-medium text-brand">
      {allowed ? name : 'Look at it'}
    </Link>
  )
}
