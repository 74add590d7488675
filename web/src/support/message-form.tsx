import { type FormEvent, useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
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
      {write.isError ? (
        <Notice tone="bad" role="alert">
          {messageOf(write.error)}
        </Notice>
      ) : null}
      <Button type="submit" wide busy={write.isPending && 'Sending…'}>
        Send
      </Button>
    </form>
  )
}
