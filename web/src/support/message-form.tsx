import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { lengthText, textProblem } from './check-report.ts'
import type { Writing } from './write-case.ts'

/** Writes one more message. */
export function MessageForm({ write }: { write: Writing }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = textProblem(text)
    setProblem(wrong)
    if (wrong === undefined) write.mutate({ text }, { onSuccess: () => setText('') })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        label="Write back"
        rows={3}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
          write.reset()
        }}
        hint={lengthText(text)}
        error={problem}
      />
      <ErrorNotice error={write.error} />
      <Button type="submit" wide busy={write.isPending && 'Sending…'}>
        Send
      </Button>
    </form>
  )
}
