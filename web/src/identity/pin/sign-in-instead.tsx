import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Replaces the keypad once no PIN helps: says why, and how to go on. */
export function SignInInstead({ why }: { why: string | null }) {
  return (
    <>
      {why === null ? null : (
        <Notice tone="bad" role="alert">
          <p>{why}</p>
        </Notice>
      )}
      <ButtonLink to="/signin" wide>
        Sign in with password
      </ButtonLink>
    </>
  )
}
