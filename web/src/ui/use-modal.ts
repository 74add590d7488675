import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusHolder, giveFocusBack } from './held-focus.ts'

/** The dialog that holds this is open, and modal, for as long as it is there. Focus goes back to where it was before. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the browser takes it out of the page: a dialog that is gone cannot give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = focusHolder()
    element?.showModal()
    return () => {
      element?.close()
      giveFocusBack(opener, element)
    }
  }, [])
  return dialog
}
