import { useEffect, useRef, useState } from 'react'
import type { CaseDetail, CaseTopic } from '#contract/support.ts'
import { isText, useDraft } from '#web/identity/sessions/use-draft.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import type { ChosenPictures } from '#web/ui/pictures/use-chosen-pictures.ts'
import { checkReport, type ReportFields } from './check-report.ts'
import type { Reporting } from './write-case.ts'

const NO_PICTURES = { chosen: [], isAdding: false }
const EMPTY: { readonly topic: CaseTopic | null; readonly text: string } = { topic: null, text: '' }

export type ReportState = ReturnType<typeof useReportForm>

/** What is typed into a report. It stays if the person leaves the payment out after all. */
export function useReportForm(
  report: Reporting,
  of: {
    transactionId: string | null
    pictures?: Pick<ChosenPictures, 'chosen' | 'isAdding'>
    onSent: (detail: CaseDetail) => void
  },
) {
  const { transactionId, pictures = NO_PICTURES, onSent } = of
  const { chosen, isAdding } = pictures
  const element = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useDraft(`report ${transactionId ?? ''}`, EMPTY, { text: isText })
  const { topic, text } = typed
  const [problems, setProblems] = useState<ReportFields>({})

  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  function clear(): void {
    setProblems({})
    report.reset()
  }

  /** `suggested`: the topic if no other was chosen. */
  function submit(suggested: CaseTopic | null): void {
    const checked = checkReport({ topic: topic ?? suggested, transactionId, text })
    if ('problems' in checked) {
      setProblems(checked.problems)
      return
    }
    report.mutate(
      { ...checked.report, chosen },
      {
        onSuccess: onSent,
        onError: (error) => {
          if (isRefusal(error, 'case.text-invalid')) setProblems({ text: error.message })
        },
      },
    )
  }

  return {
    element,
    topic,
    text,
    problems,
    sending: report.isPending,
    /** Its pictures are still being prepared. */
    isAdding,
    /** A refusal that belongs to no field. */
    refusal: report.isError && problems.text === undefined ? messageOf(report.error) : null,
    chooseTopic(to: CaseTopic | null) {
      setTyped({ ...typed, topic: to })
      clear()
    },
    write(to: string) {
      setTyped({ ...typed, text: to })
      clear()
    },
    clear,
    submit,
  }
}
