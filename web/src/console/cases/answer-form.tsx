import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { TemplateId } from '#contract/console/case-templates.ts'
import type { CaseFillBody, CaseReplyBody, FilledTemplate } from '#contract/console/cases.ts'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TEMPLATE_NAMES } from './case-words.ts'

type AnswerFormProps = {
  readonly path: string
  /** The templates that are true of the order now. */
  readonly templates: readonly TemplateId[]
  readonly onMoved: () => void
}

/** The customer sees it at once. The server supplies facts of the order, and sends them only while they are true. */
export function AnswerForm({ path, templates, onMoved }: AnswerFormProps) {
  const [text, setText] = useState('')
  const [mark, setMark] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: async (body: CaseReplyBody) => await call('POST', `${path}/answer`, body),
    onSuccess() {
      clear()
      onMoved()
    },
    // The order may have changed, and with it the templates that are true.
    onError: onMoved,
  })
  const fill = useMutation({
    mutationFn: async (body: CaseFillBody) => await call<FilledTemplate>('POST', `${path}/fill`, body),
    onSuccess(filled) {
      setText((before) => (before.trim() === '' ? filled.text : `${before.trimEnd()}\n\n${filled.text}`))
      // The first inserted facts are as old as their own mark, whatever is inserted later.
      setMark((before) => before ?? filled.mark)
    },
    onError: onMoved,
  })

  function clear() {
    setText('')
    setMark(null)
    send.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    send.mutate(mark === null ? { text } : { text, mark })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {templates.length === 0 ? null : (
        <fieldset className="flex flex-col gap-2">
          <legend className="text-small">Insert facts of the order</legend>
          <div className="flex flex-wrap gap-2">
            {templates.map((template) => (
              <Button key={template} tone="quiet" disabled={fill.isPending} onClick={() => fill.mutate({ template })}>
                {TEMPLATE_NAMES[template]}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <ErrorNotice error={fill.error} />
      <TextArea
        label="Answer"
        hint={
          mark === null
            ? 'The customer can read it at once.'
            : 'The customer can read it at once. It is refused if the order has changed, or if it names an amount that is not the order’s.'
        }
        required
        minLength={2}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ErrorNotice error={send.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={send.isPending && 'Sending…'}>
          Send answer
        </Button>
        {mark === null ? null : (
          <Button tone="quiet" onClick={clear}>
            Start again
          </Button>
        )}
      </div>
    </form>
  )
}
