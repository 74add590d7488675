import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CaseReplyBody } from '#contract/console/cases.ts'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** A question to the customer, which pauses the clock until they write. */
export function AskForm({ path, onMoved }: { readonly path: string; readonly onMoved: () => void }) {
  const [text, setText] = useState('')
  const ask = useMutation({
    mutationFn: async (body: CaseReplyBody) => await call('POST', `${path}/ask`, body),
    onSuccess() {
      setText('')
      onMoved()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    ask.mutate({ text })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        label="Question"
        hint="The customer can read it at once, and sees that we are waiting for them. The clock is paused until they write."
        required
        minLength={2}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ErrorNotice error={ask.error} />
      <div>
        <Button type="submit" tone="quiet" busy={ask.isPending && 'Asking…'}>
          Ask the customer
        </Button>
      </div>
    </form>
  )
}
