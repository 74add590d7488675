import { type FormEvent, type ReactNode, useState } from 'react'
import { isText, useDraft } from '#web/identity/sessions/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { lengthText, textProblem } from './check-report.ts'
import type { NewMessage, Writing } from './write-case.ts'

const EMPTY = { text: '' }

type MessageFormProps = {
  /** The name under which the unsent text is kept, or null. */
  draft: string | null
  write: Writing
  /** Sent along with the text. */
  enclosed?: Omit<NewMessage, 'text'>
  /** Attachments are still being prepared. */
  isAdding?: boolean
  onSent?: () => void
  /** Between the text and the button. */
  children?: ReactNode
}

/** Writes one more message. */
export function MessageForm({ draft, write, enclosed, isAdding, onSent, children }: MessageFormProps) {
  const [{ text }, setForm] = useDraft(draft, EMPTY, { text: isText })
  const setText = (to: string) => setForm({ text: to })
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = textProblem(text)
    setProblem(wrong)
    if (wrong !== undefined) return
    write.mutate(
      { ...enclosed, text },
      {
        onSuccess() {
          setText('')
          onSent?.()
        },
      },
    )
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
      {children}
      <ErrorNotice error={write.error} />
      <Button type="submit" wide disabled={isAdding} busy={write.isPending && 'Sending…'}>
        Send
      </Button>
    </form>
  )
}
