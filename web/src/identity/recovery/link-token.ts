import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The secret of an email's link, after the `#`, which no browser sends to a server. It leaves the address bar and the
 * history at once. Empty if the address has none.
 */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation()
  const [token] = useState(hash.slice(1))
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', pathname)
  }, [token, pathname])
  return token
}
