import { useEffect, useRef, useState } from 'react'
import type { CaseDetail, CaseTopic } from '#contract/support.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import type { ChosenPicture } from '#web/ui/pictures/use-chosen-pictures.ts'
import { checkReport, type ReportFields } from './check-report.ts'
import type { Reporting } from './write-case.ts'

export type ReportState = ReturnType<typeof useReportForm>

/** What is typed into a report, kept when the payment it is about is left out after all. */
export function useReportForm(
  report: Reporting,
  of: {
    transactionId: string | null
    chosen?: readonly ChosenPicture[]
    onSent: (detail: CaseDetail) => void
  },
) {
  const { transactionId, chosen = [], onSent } = of
  const element = useRef<HTMLFormElement>(null)
  const [topic, setTopic] = useState<CaseTopic | null>(null)
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<ReportFields>({})

  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  function clear(): void {
    setProblems({})
    report.reset()
  }

  /** `suggested`: what it is about when nothing else was chosen. */
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
    /** A refusal that belongs to no field. */
    refusal: report.isError && problems.text === undefined ? messageOf(report.error) : null,
    chooseTopic(to: CaseTopic | null) {
      setTopic(to)
      clear()
    },
    write(to: string) {
      setText(to)
      clear()
    },
    clear,
    submit,
  }
}
