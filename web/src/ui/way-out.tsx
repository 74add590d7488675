import { type ComponentType, createContext, useContext, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'

type LateButton = { readonly fetched: () => ComponentType | null; readonly fetch: () => Promise<ComponentType> }

/** What the screens of an open session have in their head. Null: nobody is signed in. */
const SignedIn = createContext<LateButton | null>(null)

export const SignedInScreens = SignedIn.Provider

/** "Log out" in the head of a screen. Nothing where nobody is signed in; its room is reserved until it is there. */
export function WayOut() {
  const button = useContext(SignedIn)
  return button === null ? null : <FetchedWayOut button={button} />
}

function FetchedWayOut({ button }: { button: LateButton }) {
  const [Button, setButton] = useState(() => button.fetched())
  useEffect(() => {
    if (Button !== null) return
    whenIdle(() =>
      button.fetch().then(
        (fetched) => setButton(() => fetched),
        () => undefined,
      ),
    )
  }, [Button, button])
  return <span className="ml-auto size-[48px] shrink-0">{Button === null ? null : <Button />}</span>
}
