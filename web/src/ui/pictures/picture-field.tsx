import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, useId, useRef } from 'react'
import { PICTURE_TYPES } from '#contract/constants.ts'
import { CASE_PICTURES_PER_MESSAGE_MAX } from '#contract/support-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import type { ChosenPictures } from './use-chosen-pictures.ts'

type PictureFieldProps = {
  readonly state: ChosenPictures
  readonly disabled: boolean
  /** Says who will see them. */
  readonly hint: string
}

/** Lets the person choose pictures, and shows those that will be sent. */
export function PictureField({ state, disabled, hint }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { chosen, problem, isAdding, isFull } = state

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // The same file can be chosen again after it was removed.
    target.value = ''
    void state.add(files)
  }

  return (
    <div className="flex flex-col gap-2">
      {chosen.length === 0 ? null : (
        <ul className="flex flex-wrap gap-3">
          {chosen.map((picture, index) => (
            <li key={picture.key} className="relative">
              <img
                src={picture.preview}
                alt={`${index + 1} to send: ${picture.name}`}
                className="size-24 rounded-control border border-line bg-sunken object-cover"
              />
              <button
                type="button"
                aria-label={`Remove picture ${index + 1}`}
                disabled={disabled || isAdding}
                onClick={() => state.remove(picture)}
                className="absolute -top-3 -right-3 grid size-[48px] place-items-center"
              >
                <span className="grid size-7 place-items-center rounded-full border border-line bg-surface text-ink">
                  <X aria-hidden size={16} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          tone="quiet"
          disabled={disabled || isFull}
          busy={isAdding && 'Adding…'}
          aria-describedby={`${id}-note`}
          onClick={() => input.current?.click()}
        >
          <ImagePlus aria-hidden size={20} />
          {isFull ? `${CASE_PICTURES_PER_MESSAGE_MAX} pictures added` : 'Add pictures'}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Pictures"
        accept={PICTURE_TYPES.join(',')}
        onChange={choose}
      />
      <div role="status">
        <FieldNote id={`${id}-note`} error={problem !== undefined}>
          {problem ?? hint}
        </FieldNote>
      </div>
    </div>
  )
}
