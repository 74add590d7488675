import {
  ArrowLeftRight,
  BadgeCheck,
  BellRing,
  FileText,
  Hourglass,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  ShieldCheck,
} from 'lucide-react'
import type { AlertCategory } from '#contract/alerts.ts'

type CategoryWords = {
  /** The name in a filter. */
  readonly short: string
  readonly name: string
  /** What the category contains. */
  readonly about: string
  /** Why some of its channels cannot be switched; null if all can. */
  readonly fixed: string | null
  readonly icon: LucideIcon
}

export const CATEGORIES: Readonly<Record<AlertCategory, CategoryWords>> = {
  money: {
    short: 'Money',
    name: 'Money in and out',
    about: 'Money that came in, and payments that are completed, failed or came back.',
    fixed: null,
    icon: ArrowLeftRight,
  },
  late: {
    short: 'Late',
    name: 'Late payments',
    about: 'A payment takes longer than it should, or our team is looking at it.',
    fixed: 'Never by SMS, because each SMS costs you money.',
    icon: Hourglass,
  },
  security: {
    short: 'Security',
    name: 'Sign-ins and security',
    about: 'New devices and passkeys, and changes of your password, PIN, email or limits.',
    fixed: 'Always by email, so that nobody gets in without you hearing of it.',
    icon: ShieldCheck,
  },
  bpc: {
    short: 'BPC',
    name: 'Your BPC',
    about: 'It is delivered, or can be returned for one more day.',
    fixed: 'Never by SMS, because each SMS costs you money.',
    icon: BadgeCheck,
  },
  case: {
    short: 'Support',
    name: 'Support',
    about: 'Questions and answers about your reports.',
    fixed: 'Never by SMS, because each SMS costs you money.',
    icon: LifeBuoy,
  },
  statement: {
    short: 'Statement',
    name: 'Monthly statement',
    about: 'On the 1st, everything that moved in the month before.',
    fixed: 'Never by push or SMS: nothing in it is urgent.',
    icon: FileText,
  },
  notice: {
    short: 'Notices',
    name: 'Notices',
    about: 'A bank has problems, or a pause is planned.',
    fixed: 'Never by email or SMS: they are soon over.',
    icon: Megaphone,
  },
  test: {
    short: 'Tests',
    name: 'Tests',
    about: 'Test alerts that you sent yourself.',
    fixed: null,
    icon: BellRing,
  },
}

/** The category with this name; null if there is none. */
export function categoryOf(name: string | null): AlertCategory | null {
  return name !== null && Object.hasOwn(CATEGORIES, name) ? (name as AlertCategory) : null
}
