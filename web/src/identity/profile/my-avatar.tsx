import { useMe } from '#web/identity/accounts/get-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useMyImage } from './my-image.ts'

/** The person's picture, or the letters of the name. */
export function MyAvatar({ size = 'normal' }: { size?: 'small' | 'normal' }) {
  const name = useMe().data?.user.fullName || 'User'
  return <Avatar name={name} image={useMyImage()} size={size} />
}
