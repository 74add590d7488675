import type { ReactNode } from 'react'
import type { CaseTopic } from '#contract/support.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { lengthText } from './check-report.ts'
import { TopicField } from './topic-field.tsx'
import type { ReportState } from './use-report-form.ts'

type ReportFormProps = {
  state: ReportState
  suggested: CaseTopic | null
  /** Between the text and the button. */
  children?: ReactNode
}

/** The topic and the text of a report. `suggested`: the topic if no other is chosen. */
export function ReportForm({ state, suggested, children }: ReportFormProps) {
  const { element, topic, text, problems, sending, isAdding, refusal } = state
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        state.submit(suggested)
      }}
      className="flex flex-col gap-4"
    >
      <TopicField topic={topic ?? suggested} error={problems.topic} onChoose={state.chooseTopic} />
      <TextArea
        label="What happened?"
        value={text}
        onChange={(event) => state.write(event.target.value)}
        hint={lengthText(text)}
        error={problems.text}
      />
      <p className="text-small text-ink-2">
        What you did, what you saw, and when. Never write your PIN or your password: support does not need them.
      </p>
      {children}
      {refusal === null ? null : (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <Button type="submit" wide disabled={isAdding} busy={sending && 'Sending…'}>
        Send report
      </Button>
    </form>
  )
}
