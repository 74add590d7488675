import { createContext, useContext } from 'react'

const InFrame = createContext(false)

/** Around a screen that the server draws before the browser has any code: the app never renders it. */
export const FrameProvider = InFrame.Provider

/** Whether this is the frame of a screen: it knows nothing of the person, and says nothing that may be untrue. */
export function useIsFrame(): boolean {
  return useContext(InFrame)
}
