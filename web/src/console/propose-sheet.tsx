import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { DecisionOptions, RequestMade } from '#contract/console/operators.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { call } from './call.ts'
import { signAndSend } from './sign.ts'
import { Terms } from './terms.tsx'

type ProposeSheetProps<Answer> = {
  readonly title: string
  /** The path of the request; its options are at `/options` below. */
  readonly path: string
  /** The body of the request, from the form as it is now. */
  readonly body: () => object
  /** Whether the form cannot be sent yet. */
  readonly blocked?: boolean
  readonly onClose: () => void
  readonly onDone: (answer: Answer) => void
  /** The fields, or a description of the request if it has none. */
  readonly children: ReactNode
}

/** A request or decision of an operator: its form, then the exact text that is signed, and the passkey. */
export function ProposeSheet<Answer = RequestMade>(props: ProposeSheetProps<Answer>) {
  const { title, path, body, blocked = false, onClose, onDone, children } = props
  const [asked, setAsked] = useState<object>({})
  const review = useMutation({
    mutationFn: async (of: object) => await call<DecisionOptions>('POST', `${path}/options`, of),
  })
  const send = useMutation({
    mutationFn: async (options: DecisionOptions) => await signAndSend<Answer>(path, options, asked),
    onSuccess: onDone,
    // The signed challenge is used up: a new try reads the terms again.
    onError: () => review.reset(),
  })
  const { data } = review

  function submit(event: FormEvent) {
    event.preventDefault()
    if (blocked) return
    const of = body()
    setAsked(of)
    review.mutate(of)
  }

  return (
    <Sheet title={title} onClose={onClose} busy={send.isPending}>
      {data === undefined ? (
        <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
          {children}
          <ErrorNotice error={review.error ?? send.error} />
          <Button type="submit" wide busy={review.isPending && 'One moment…'}>
            Review
          </Button>
        </form>
      ) : (
        <Terms terms={data.terms} error={send.error} busy={send.isPending} onSign={() => send.mutate(data)} />
      )}
    </Sheet>
  )
}

/** Shown once a request is stored. */
export const REQUEST_STORED = 'Your request is stored. Another operator has to confirm it within 24 hours.'
