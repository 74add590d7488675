import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { TemplateId } from '#contract/console/case-templates.ts'
import type { CaseFillBody, CaseReplyBody, FilledTemplate } from '#contract/console/cases.ts'
import type { NewCasePicture } from '#contract/support.ts'
import { CASE_PICTURES_PER_MESSAGE_MAX } from '#contract/support-limits.ts'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { PictureField } from '#web/ui/pictures/picture-field.tsx'
import { pictureUploads } from '#web/ui/pictures/upload-pictures.ts'
import { useChosenPictures } from '#web/ui/pictures/use-chosen-pictures.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TEMPLATE_NAMES } from './case-words.ts'

type AnswerFormProps = {
  readonly path: string
  /** The templates that are true of the order now. */
  readonly templates: readonly TemplateId[]
  /** Visitors cannot see pictures. */
  readonly takesPictures: boolean
  readonly onMoved: () => void
}

/** The customer sees the answer at once. The server supplies the order's facts, and sends them only while true. */
export function AnswerForm({ path, templates, takesPictures, onMoved }: AnswerFormProps) {
  const [text, setText] = useState('')
  const [mark, setMark] = useState<string | null>(null)
  const pictures = useChosenPictures()
  const [uploads] = useState(() => pictureUploads((file) => call<NewCasePicture>('POST', `${path}/pictures`, file)))
  const send = useMutation({
    mutationFn: async (body: CaseReplyBody) =>
      await call('POST', `${path}/answer`, { ...body, pictures: await uploads.idsOf(pictures.chosen) }),
    onSuccess() {
      clear()
      onMoved()
    },
    onError(error) {
      uploads.forgetGone(error)
      // The order may have changed, and with it the templates that are true.
      onMoved()
    },
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
    pictures.clear()
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
      {takesPictures ? (
        <PictureField
          state={pictures}
          disabled={send.isPending}
          hint={`Up to ${CASE_PICTURES_PER_MESSAGE_MAX} JPEG, PNG or WebP pictures. The customer can see them at once.`}
        />
      ) : null}
      <ErrorNotice error={send.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={pictures.isAdding} busy={send.isPending && 'Sending…'}>
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
