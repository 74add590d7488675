import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { FaqScreen } from './faq-screen.tsx'

/** For everybody, signed in or not. */
export default function FaqPage() {
  const { data: installation } = useInstallation()
  const { data: me } = useMe()
  useAnswerOfAddress()
  return <FaqScreen installation={installation} signedIn={me?.locked === false && me.pinSet} />
}

/** Opens the answer that the address names. The browser does that only when it loads a page. */
function useAnswerOfAddress(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const answer = hash === '' ? null : document.getElementById(hash.slice(1))
    const question = answer?.closest('details')
    if (question != null) question.open = true
    answer?.scrollIntoView()
  }, [hash])
}
