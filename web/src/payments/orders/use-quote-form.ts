import { useEffect, useRef, useState } from 'react'
import { FORM_ERRORS } from '#contract/form-errors.ts'
import type { Quote, QuoteBody } from '#contract/orders.ts'
import { type Kept, useDraft } from '#web/identity/sessions/use-draft.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import type { ResolvedName } from '#web/ui/resolved-name.tsx'
import { dismissToast, showToast } from '#web/ui/toast.ts'
import { useCreateQuote } from './create-quote.ts'
import { useFundsArrived } from './use-funds-arrived.ts'

type NameStatus = ResolvedName['status']

/**
 * The request of a filled form, or its problems by field and in one sentence. `nameStatus`: the sentence is about the
 * payee's name, and holds while that status lasts.
 */
export type Checked<Problems> =
  | { readonly body: QuoteBody }
  | { readonly problems: Problems; readonly toast: string; readonly nameStatus?: NameStatus }

/** Problems shown in a toast as well, like a wrong BPC code. Others show once: at their field, or above the button. */
const SAID_IN_TOAST: ReadonlySet<string> = new Set(
  (['form.incomplete', 'phone.invalid', 'bundle.invalid'] as const).map((code) => FORM_ERRORS[code].message),
)

type QuoteFormOf<Form, Problems> = {
  empty: Form
  /** The name of its draft and the fields kept. A null name keeps nothing. */
  draft: { readonly name: string | null; readonly kept: Kept<Form> }
  /** The fields a refused quote is about; none when it is about something else. */
  fieldsOfRefusal: (error: unknown) => Problems
  onQuote: (quote: Quote) => void
}

/** The state of a form that asks for the terms of an order. No money moves here. */
export function useQuoteForm<Form extends object, Problems extends object>(of: QuoteFormOf<Form, Problems>) {
  const [form, setForm] = useDraft(of.draft.name, of.empty, of.draft.kept)
  const [problems, setProblems] = useState<Problems | null>(null)
  const [refusal, setRefusal] = useState<{ sentence: string; nameStatus: NameStatus | undefined } | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const toastId = useRef(0)
  const createQuote = useCreateQuote()
  const fundsArrived = useFundsArrived(createQuote.error)
  useEffect(() => () => dismissToast(toastId.current), [])
  useEffect(() => {
    if (problems === null) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid], [data-problem]')
    // Scrolled to the middle of the screen, which leaves a toast both edges.
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [problems])

  function change(part: Partial<Form>): void {
    setForm({ ...form, ...part })
    clear()
    createQuote.reset()
  }

  function clear(): void {
    setProblems(null)
    setRefusal(null)
    dismissToast(toastId.current)
  }

  function submit(checked: Checked<Problems>): void {
    if ('problems' in checked) {
      createQuote.reset()
      const { problems: fields, toast, nameStatus } = checked
      complain(fields, toast, { inToast: SAID_IN_TOAST.has(toast), nameStatus })
      return
    }
    clear()
    createQuote.mutate(checked.body, {
      onSuccess: of.onQuote,
      onError(error) {
        complain(of.fieldsOfRefusal(error), messageOf(error), { inToast: isRefusal(error, 'bpc.invalid') })
      },
    })
  }

  function complain(
    fields: Problems,
    sentence: string,
    { inToast, nameStatus }: { inToast: boolean; nameStatus?: NameStatus | undefined },
  ): void {
    setProblems(fields)
    setRefusal(Object.keys(fields).length === 0 ? { sentence, nameStatus } : null)
    if (inToast) toastId.current = showToast(sentence, { tone: 'bad' })
  }

  return {
    element,
    form,
    change,
    submit,
    problems: problems === null || fundsArrived ? ({} as Partial<Problems>) : problems,
    asking: createQuote.isPending,
    /** A refusal that belongs to no field stays on the page. One about a name goes once more is known of the name. */
    refusalOf(name?: ResolvedName): string | null {
      if (refusal === null || fundsArrived) return null
      const isNamed = refusal.nameStatus !== undefined && refusal.nameStatus !== name?.status
      return isNamed ? null : refusal.sentence
    },
  }
}
