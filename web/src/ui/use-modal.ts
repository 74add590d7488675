import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { addLayer } from '#web/lib/open-layers.ts'
import { focusHolder, giveFocusBack } from './held-focus.ts'

/** Opens the dialog as a modal while it is rendered, then gives the focus back. `onBack` runs when Back is pressed. */
export function useModal(onBack: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const goBack = useEffectEvent(onBack)
  useLayoutEffect(() => addLayer(() => goBack()), [])
  // Before the browser takes it out of the page: a removed dialog cannot give the focus back.
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
