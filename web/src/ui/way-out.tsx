import { type ComponentType, createContext, useContext, useEffect, useState } from 'react'

/** Whether the screens inside are those of an open session. */
const SignedIn = createContext(false)

export const SignedInScreens = SignedIn.Provider

/** Kept once it was fetched: the first screens do without it, and one that failed is fetched by the next screen. */
let fetched: ComponentType | null = null

/** Fetched ahead with the screens, so that it is there without a network as well. */
export async function fetchWayOut(): Promise<ComponentType> {
  const { LogOutButton } = await import('../features/accounts/log-out-button.tsx')
  fetched = LogOutButton
  return LogOutButton
}

/** "Log out" in the head of a screen. Nothing where nobody is signed in; its room is kept until it is there. */
export function WayOut() {
  const signedIn = useContext(SignedIn)
  return signedIn ? <FetchedWayOut /> : null
}

function FetchedWayOut() {
  const [Button, setButton] = useState(() => fetched)
  useEffect(() => {
    if (Button !== null) return
    fetchWayOut().then(
      (button) => setButton(() => button),
      () => undefined,
    )
  }, [Button])
  return <span className="ml-auto size-[48px] shrink-0">{Button === null ? null : <Button />}</span>
}
