import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** The id of the search screen's field, by which the keys find it. */
export const SEARCH_FIELD = 'console-search'

/** `/` and ⌘K lead to the search from every screen. A `/` typed into a field stays there. */
export function useSearchKeys(isOpen: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      const field = document.getElementById(SEARCH_FIELD)
      if (field === null) void navigate('/admin/search')
      else field.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen, navigate])
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select')
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping
}
