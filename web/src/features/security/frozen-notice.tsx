import { Link } from 'react-router'
import { Notice } from '../../components/ui/notice.tsx'
import { useMe } from '../accounts/get-me.ts'

/** Says that its owner has frozen money out, and where that ends. Nothing while it is not so. */
export function FrozenNotice() {
  if (useMe().data?.frozen !== true) return null
  return (
    <Notice tone="wait">
      <p className="font-semibold">You have frozen money out</p>
      <p>Your money is safe and money still comes in. Nothing can be paid until you unfreeze it.</p>
      <Link to="/security" className="flex min-h-12 items-center font-semibold underline">
        Unfreeze under Security
      </Link>
    </Notice>
  )
}
