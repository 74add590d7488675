import type { ReactNode } from 'react'
import type { CaseMessage } from '#contract/support.ts'
import { formatMoment } from '#contract/time.ts'

type CaseMessagesProps = {
  messages: readonly CaseMessage[]
  /** The pictures of a message; visitors have none. */
  showPictures?: ((message: CaseMessage) => ReactNode) | undefined
}

/** The messages, oldest first. Screen readers read an answer out when it comes. */
export function CaseMessages({ messages, showPictures }: CaseMessagesProps) {
  return (
    <section aria-labelledby="messages" className="flex flex-col gap-2">
      <h2 id="messages" className="text-h2">
        Conversation
      </h2>
      <ol aria-live="polite" className="flex flex-col gap-2">
        {messages.map((message, place) => {
          const { from, text, at } = message
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
            <li key={place} className={from === 'you' ? 'pl-6' : 'pr-6'}>
              <div className={`rounded-card px-4 py-3 ${from === 'you' ? 'bg-tint' : 'border border-line bg-surface'}`}>
                <p className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-2">
                  <span className="font-semibold">{from === 'you' ? 'You' : 'Support'}</span>
                  <time dateTime={at}>{formatMoment(at)}</time>
                </p>
                <p className="pt-1 whitespace-pre-line wrap-anywhere">{text}</p>
                {showPictures?.(message)}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
