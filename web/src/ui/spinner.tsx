import { LoaderCircle } from 'lucide-react'

/** Turns while something real is awaited; the words beside it say what. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle aria-hidden size={size} className="turning shrink-0" />
}
