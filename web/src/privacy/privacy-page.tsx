import { useEffect } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { useLocation } from '#web/lib/routing.tsx'
import { PrivacyScreen } from './privacy-screen.tsx'

/** For everybody, signed in or not. */
export default function PrivacyPage() {
  const { data: installation } = useInstallation()
  const { data: me } = useMe()
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return <PrivacyScreen installation={installation} signedIn={me?.locked === false && me.pinSet} />
}
