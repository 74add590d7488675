import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** The customer reads it at once. */
export function AnswerForm({ path, onMoved }: { readonly path: string; readonly onMoved: () => void }) {
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: async () => await call('POST', `${path}/answer`, { text }),
    onSuccess() {
      setText('')
      onMoved()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    send.mutate()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        label="Answer"
        hint="The customer can read it at once."
        required
        minLength={2}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ErrorNotice error={send.error} />
      <div>
        <Button type="submit" busy={send.isPending && 'Sending…'}>
          Send answer
        </Button>
      </div>
    </form>
  )
}
