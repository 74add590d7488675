import type { Installation } from '#contract/installation.ts'
import { Section } from '#web/public/faq/text-section.tsx'

type WhoElseProps = { installation: Installation | undefined }

/** Who receives what, and who answers for all of it. */
export function WhoElse({ installation }: WhoElseProps) {
  return (
    <>
      <Section id="who-else" title="Who else gets it">
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>
            The payment provider: your name and email when you join; the recipient’s bank, number and name and the
            amount, to send your transfer. If you ask for an account number, its bank gets your name, email and phone
            number.
          </li>
          <li>
            The provider of airtime, data and bills: the phone, meter or smartcard number, the amount, and the phone
            number you give with a bill.
          </li>
          <li>The mail server: your email, and the emails that go to it.</li>
          <li>Anyone you give a receipt to. It shows names and numbers masked.</li>
        </ul>
        <p>
          Nobody else: nothing is sold, and nothing is given away for advertising. If the law requires whoever runs this
          wallet to tell an authority something, they must.
        </p>
        {installation?.mode === 'sandbox' ? (
          <p>
            This is a sandbox: all of these are simulated, on the same machine, and anyone who has the address of the
            emails page can read the emails. Use an email and a name you do not mind others seeing.
          </p>
        ) : null}
      </Section>
      <Section id="who-answers" title="Who is responsible">
        <Responsible installation={installation} />
      </Section>
    </>
  )
}

/** Jara is a program. Its operator is responsible for the data. */
function Responsible({ installation }: WhoElseProps) {
  if (installation === undefined) return <p>We cannot show who runs this wallet right now.</p>
  if (installation.mode === 'sandbox')
    return <p>Nobody: this is a sandbox for trying out, with practice money. Do not give it anything that matters.</p>
  const { operator, channels } = installation
  if (operator === null)
    return <p>Whoever runs this wallet gives no name here. Find out who it is before you add money.</p>
  return (
    <p>
      {operator.name}, who runs this wallet, decides what is kept and why, and answers to you and to the Nigeria Data
      Protection Commission.
      {channels.support.email === null ? null : (
        <>
          {' '}
          Write to{' '}
          <a href={`mailto:${channels.support.email}`} className="font-semibold wrap-anywhere text-brand underline">
            {channels.support.email}
          </a>
          .
        </>
      )}
    </p>
  )
}
