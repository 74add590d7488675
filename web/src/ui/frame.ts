import { createContext, useContext } from 'react'

const InFrame = createContext(false)

/** Around a screen that the server draws before the browser has any code: the app never renders it. */
export const FrameProvider = InFrame.Provider

/** Whether this is the frame of a screen: then nothing is known of the person, and nothing is said that may be untrue. */
export function useIsFrame(): boolean {
  return useContext(InFrame)
}
