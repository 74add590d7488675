import { BROWSERS_THAT_WORK } from '#contract/browsers.ts'
import { LATE_AFTER_MINUTES, PHONE_DIGITS, SANDBOX_BANNER } from '#contract/constants.ts'
import { Link } from '#web/lib/routing.tsx'
import { ContactAnswer } from './contact-answer.tsx'
import { DailyLimitAnswer } from './daily-limit-answer.tsx'
import { FakeAppAnswer } from './fake-app-answer.tsx'
import type { FaqProps } from './faq-props.ts'
import { FeesAnswer } from './fees-answer.tsx'
import { FIGURES } from './figures.ts'
import { HolderAnswer, SandboxAnswer } from './mode-answers.tsx'
import { Question } from './question.tsx'
import { Section } from './text-section.tsx'

export function Questions(props: FaqProps) {
  const { installation, signedIn } = props
  return (
    <Section id="questions" title="Questions">
      <div className="rounded-card bg-surface shadow-lift text-ink">
        <Question id="need-bpc" title="Do I ever need a BPC to reach my money?">
          <p>
            <strong className="font-semibold text-ink">No.</strong> Your starter BPC is free and comes with your PIN,
            and your whole balance can leave without any BPC at all. A bought one changes prices and the daily limit,
            nothing else. Anyone who says that you must first pay for a code is trying to steal from you.
          </p>
        </Question>
        <Question id="daily-limit" title="How do I raise my daily limit?">
          <DailyLimitAnswer installation={installation} />
          <p>
            A BPC costs {FIGURES.bpcPrice}: {FIGURES.bpcCode} for the code and {FIGURES.bpcProcessing} for processing.
            You can return it for its full price within {FIGURES.bpcReturnDays}, as long as no payment has used it.
          </p>
          {signedIn ? <AnswerLink to="/buy-bpc">See what a BPC gives</AnswerLink> : null}
        </Question>
        <Question id="fees" title="What does it cost?">
          <FeesAnswer installation={installation} />
        </Question>
        <Question id="pending" title="Why is my payment pending?">
          <p>
            Because nobody has confirmed yet that it arrived or failed. Your money is reserved until then, and no timer
            decides. Then the payment is completed, or the money is back in your wallet. If that takes more than{' '}
            {LATE_AFTER_MINUTES} minutes, we alert you.
          </p>
          {signedIn ? <AnswerLink to="/history">Open my history</AnswerLink> : null}
        </Question>
        <Question id="regions" title="Where does it work?">
          <p>
            In Nigeria: in naira, with Nigerian banks, Nigerian phone numbers of {PHONE_DIGITS} digits, and Nigerian
            electricity and TV companies. It sends no money abroad.
          </p>
        </Question>
        <Question id="browsers" title="Which phones and browsers work?">
          <p>Any phone, tablet or computer with one of these:</p>
          <ul className="list-disc pl-5">
            {BROWSERS_THAT_WORK.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Question>
        <Question id="contact" title="How do I contact support?">
          <ContactAnswer installation={installation} signedIn={signedIn} />
        </Question>
        <Question id="sandbox" title="What does sandbox mean?">
          <p>
            A sandbox is for trying out. All its money is practice money: it cannot be spent outside, and no real money
            can come in. Each new account gets {FIGURES.sandboxGrant} of it, and every screen says “{SANDBOX_BANNER}”. A
            sandbox never turns into the real thing.
          </p>
          <SandboxAnswer installation={installation} />
        </Question>
        <Question id="who-holds" title="Who holds the money?">
          <HolderAnswer installation={installation} />
        </Question>
        <Question id="fake-app" title="How do I recognise a fake app?">
          <FakeAppAnswer />
        </Question>
      </div>
    </Section>
  )
}

function AnswerLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-12 items-center self-start font-semibold text-brand underline">
      {children}
    </Link>
  )
}
