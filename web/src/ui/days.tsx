import type { ReactNode } from 'react'
import { formatDay } from '#web/lib/format.ts'

type DaysProps<Item> = {
  of: readonly Item[]
  at: (item: Item) => string
  /** Stands at the other end of a day's heading. */
  aside?: (day: string) => ReactNode
  children: (item: Item) => ReactNode
}

/** A list under a heading for each Lagos day, in the order it comes in. */
export function Days<Item>({ of, at, aside, children }: DaysProps<Item>) {
  const days = new Map<string, Item[]>()
  for (const each of of) {
    const day = formatDay(at(each))
    const items = days.get(day)
    if (items === undefined) days.set(day, [each])
    else items.push(each)
  }
  return [...days].map(([day, items]) => (
    <section key={day} aria-label={day} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-sans text-small font-medium text-ink-2">{day}</h2>
        {aside?.(day)}
      </div>
      <ul className="overflow-hidden rounded-card bg-surface shadow-lift">{items.map(children)}</ul>
    </section>
  ))
}
