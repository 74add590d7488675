import { createContext, useContext, useEffect, useState } from 'react'
import type { View } from '#web/lib/jsx/elements.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

type LateButton = { readonly fetched: () => View | null; readonly fetch: () => Promise<View> }

/** The button in the head of an open session's screens; null: nobody is signed in. */
const SignedIn = createContext<LateButton | null>(null)

export const SignedInScreens = SignedIn.Provider

/** "Log out" in the head of a screen. Empty if nobody is signed in; its space is reserved until it is there. */
export function LogOutSlot() {
  const button = useContext(SignedIn)
  return button === null ? null : <FetchedLogOut button={button} />
}

function FetchedLogOut({ button }: { button: LateButton }) {
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
