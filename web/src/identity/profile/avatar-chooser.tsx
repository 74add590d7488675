import { type ChangeEvent, useRef } from 'react'
import { PICTURE_TYPES } from '#contract/constants.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { messageOf } from '#web/lib/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useMyImage } from './my-image.ts'
import { useSetImage } from './set-image.ts'

const LOCKED = 'Enter your PIN first, then choose a picture.'

/** The avatar as a button: a tap lets the person choose an image file, which is sent at once. */
export function AvatarChooser({ locked = false }: { locked?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const me = useMe().data
  const image = useMyImage({ evenSavingData: true })
  const setImage = useSetImage()
  const name = me?.user.fullName || 'User'
  const word = me?.imageVersion ? 'Change picture' : 'Add picture'

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file can be chosen again after a refusal.
    target.value = ''
    if (file === undefined) return
    try {
      await setImage.mutateAsync(file)
      showToast('Profile updated', { tone: 'good', text: 'Your profile image has been updated successfully' })
    } catch (error) {
      showToast(messageOf(error), { tone: 'bad' })
    }
  }

  return (
    <>
      <button
        type="button"
        disabled={setImage.isPending}
        onClick={() => (locked ? showToast(LOCKED) : input.current?.click())}
        className="flex w-20 shrink-0 flex-col items-center gap-1 rounded-control py-1 text-center text-caption font-semibold text-brand"
      >
        <Avatar name={name} image={image} size="large" />
        <span className="flex min-h-9 items-center gap-1 leading-tight">
          {setImage.isPending ? <Spinner size={16} /> : null}
          {setImage.isPending ? 'Sending…' : word}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Profile picture"
        accept={PICTURE_TYPES.join(',')}
        onChange={(event) => void send(event)}
      />
      <span role="status" className="sr-only">
        {setImage.isPending ? 'Sending your picture…' : ''}
      </span>
    </>
  )
}
