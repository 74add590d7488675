import type { ReactNode } from 'react'
import {
  ACCOUNT_EVENTS_SHOWN_MAX,
  PROFILE_IMAGE_SIDE_PX,
  SESSION_LIFETIME_MS,
  SESSION_LOCK_MS,
  SESSION_OPEN_MAX_MS,
  SESSIONS_KEPT_MS,
} from '#contract/constants.ts'
import { CASE_PICTURES_KEPT_MS } from '#contract/support-limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { Section } from '#web/public/faq/text-section.tsx'

const SESSION_DAYS = SESSION_LIFETIME_MS / DAY_MS
const OPEN_HOURS = SESSION_OPEN_MAX_MS / 3_600_000
const LOCK_MINUTES = SESSION_LOCK_MS / 60_000
const SESSIONS_DAYS = SESSIONS_KEPT_MS / DAY_MS
const PICTURES_DAYS = CASE_PICTURES_KEPT_MS / DAY_MS

/** What the server and the browser keep, and until when. */
export function Kept() {
  return (
    <>
      <Section id="kept" title="What is kept, and what for">
        <dl className="flex flex-col gap-3">
          <Kind of="Name and email">To know whose account it is, to sign you in and to write to you about it.</Kind>
          <Kind of="Phone number">Only if you give it: the bank asks for it before it issues your account number.</Kind>
          <Kind of="Password, PIN, codes">
            To let you in and nobody else. Never as you typed them: only in a form that cannot be reversed, with the
            secret of your authenticator app, your BPC codes and your exam PINs encrypted. A fingerprint or face never
            leaves your device.
          </Kind>
          <Kind of="Payments">
            What was sent, bought and received, when, to whom and from whom, with the phone, meter, smartcard or account
            number it was for, and your agreement to it. To do it, to show it to you and to prove it.
          </Kind>
          <Kind of="Devices and sign-ins">
            Which browser, as “Chrome on Android”, and when. To show you who used your account. The log also has the
            internet address each request came from, to prevent misuse.
          </Kind>
          <Kind of="What happened on your account">
            Such as a new device or a new password. The last {ACCOUNT_EVENTS_SHOWN_MAX} are shown to you, and most are
            written to you by email.
          </Kind>
          <Kind of="What you add">
            A picture (redrawn at {PROFILE_IMAGE_SIDE_PX} × {PROFILE_IMAGE_SIDE_PX} points, without where it was taken),
            customers you sell to, and what you write to support and the pictures you send it (redrawn too). Whom you
            paid is saved for the next time.
          </Kind>
          <Kind of="Without an account">
            If you write to support without signing in: your email, what you write, and the answers.
          </Kind>
        </dl>
        <p>We do not ask for your BVN, NIN, identity document, card number or location, and we keep none.</p>
      </Section>
      <Section id="how-long" title="For how long">
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>
            Sign-ins: {SESSIONS_DAYS} days after they ended, and until your next one. A session ends after{' '}
            {SESSION_DAYS} days. It locks {LOCK_MINUTES} minutes after you last touched it, and after {OPEN_HOURS} hours
            in any case.
          </li>
          <li>Picture, recipients, customers, passkeys: until you remove them.</li>
          <li>Name, email, password and the rest of the account: until you close it.</li>
          <li>
            Payments and the ledger: lines are never changed or deleted, because that is what makes the books true.
            Nigerian law says how long whoever runs this wallet must keep them.
          </li>
          <li>What you write to support, signed in or not, stays as the record of what was promised and done.</li>
          <li>
            Pictures in reports: {PICTURES_DAYS} days after the report was closed, or until you close the account.
          </li>
          <li>The log: as long as whoever runs this wallet keeps it.</li>
          <li>Backups contain what was there when they were made, encrypted, until newer ones replace them.</li>
        </ul>
      </Section>
      <Section id="browser" title="In your browser">
        <p>
          One cookie: it keeps you signed in, for {SESSION_DAYS} days at most. Beside it your browser keeps the key of
          this device, your choices (theme, hidden balance, first steps put away) and, while your wallet is open, who
          you are, its last figures and alerts. Locking and logging out remove those; “Log out and forget this device”
          removes the key as well.
        </p>
        <p>
          Nothing here tracks you. No page asks another company for anything: no advertisement, no counter, no foreign
          font or script.
        </p>
      </Section>
    </>
  )
}

function Kind({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-ink">{of}</dt>
      <dd>{children}</dd>
    </div>
  )
}
