import { useEffect, useRef, useState } from 'react'
import type { Quote, QuoteBody } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api.ts'
import { dismissToast, showToast } from '#web/ui/toast.ts'
import { useCreateQuote } from './create-quote.ts'

/** What a filled form asks the server for, or what is wrong with it: by field, and as one sentence. */
export type Checked<Problems> = { readonly body: QuoteBody } | { readonly problems: Problems; readonly toast: string }

type QuoteFormOf<Form, Problems> = {
  empty: Form
  /** The fields a refused quote is about; none when it is about something else. */
  fieldsOfRefusal: (error: unknown) => Problems
  onQuote: (quote: Quote) => void
}

/** The state of a form that asks for the terms of an order. No money moves here. */
export function useQuoteForm<Form extends object, Problems extends object>(of: QuoteFormOf<Form, Problems>) {
  const [form, setForm] = useState(of.empty)
  const [problems, setProblems] = useState<Problems | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const toastId = useRef(0)
  const createQuote = useCreateQuote()
  useEffect(() => () => dismissToast(toastId.current), [])
  useEffect(() => {
    if (problems === null) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid], [data-problem]')
    // In the middle of the screen, where the toast at its edge does not lie over it.
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [problems])

  function change(part: Partial<Form>): void {
    setForm({ ...form, ...part })
    setProblems(null)
    createQuote.reset()
    dismissToast(toastId.current)
  }

  function submit(checked: Checked<Problems>): void {
    if ('problems' in checked) {
      complain(checked.problems, checked.toast)
      return
    }
    dismissToast(toastId.current)
    createQuote.mutate(checked.body, {
      onSuccess: of.onQuote,
      onError: (error) => complain(of.fieldsOfRefusal(error), messageOf(error)),
    })
  }

  function complain(fields: Problems, sentence: string): void {
    setProblems(fields)
    toastId.current = showToast(sentence, { tone: 'bad' })
  }

  const unplaced = createQuote.isError && Object.keys(problems ?? {}).length === 0
  return {
    element,
    form,
    change,
    submit,
    problems: problems ?? ({} as Partial<Problems>),
    asking: createQuote.isPending,
    /** A refusal that belongs to no field: it stays on the page. */
    refusal: unplaced ? messageOf(createQuote.error) : null,
  }
}
