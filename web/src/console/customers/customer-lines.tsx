import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { ALERT_STATES } from '#contract/console/alert-states.ts'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { CUSTOMER_LINES } from '#contract/console/limits.ts'
import { formatNaira } from '#contract/money.ts'
import { Line, Lines, To } from '#web/console/lines.tsx'
import { momentOf } from '#web/console/words.ts'
import { EVENT_WORDS } from '#web/identity/security-events/event-words.ts'

const naira = (kobo: string) => formatNaira(BigInt(kobo))
const joined = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ')

const STATES: Readonly<Record<CustomerAnswer['emails'][number]['state'], string>> = {
  waiting: 'waiting',
  sent: 'accepted by the mail server',
  dropped: 'not sent: no longer needed',
  'given-up': 'given up: the mail server did not accept it',
}

/** The note below a list that may have been cut. */
function Cut({ of, older }: { readonly of: readonly unknown[]; readonly older?: string }) {
  if (of.length < CUSTOMER_LINES) return null
  const title = `The newest ${CUSTOMER_LINES} are shown.`
  return older === undefined ? <Line title={title} /> : <Line title={title} detail={older} />
}

/** A customer's newest orders, deposits, cases, events, alerts and emails. */
export function CustomerLines({ customer }: { customer: CustomerAnswer }) {
  const { orders, deposits, cases, events, alerts, emails } = customer
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Lines title="Recent orders">
        {orders.length === 0 ? <Line title="None." /> : null}
        {orders.map(({ id, title, status, amountKobo, totalKobo, recipient, recipientDetail, reference, at }) => (
          <Line
            key={id}
            title={<To path={`orders/${id}`}>{`${naira(amountKobo)} ${title}`}</To>}
            detail={joined(
              totalKobo === amountKobo ? null : `${naira(totalKobo)} in all`,
              recipient,
              recipientDetail,
              status,
              momentOf(at),
            )}
            aside={reference}
          />
        ))}
        <Cut of={orders} older="Search for the reference of an older one." />
      </Lines>
      <Lines title="Recent deposits">
        {deposits.length === 0 ? <Line title="None." /> : null}
        {deposits.map(({ id, state, amountKobo, sender, reference, at }) => (
          <Line
            key={id}
            title={<To path={`deposits/${id}`}>{naira(amountKobo)}</To>}
            detail={joined(sender, state.replaceAll('_', ' '), momentOf(at))}
            aside={reference}
          />
        ))}
        <Cut of={deposits} older="Search for the reference of an older one." />
      </Lines>
      <Lines title="Cases">
        {cases.length === 0 ? <Line title="None." /> : null}
        {cases.map(({ id, trackingNumber, topic, status, at }) => (
          <Line
            key={id}
            title={<To path={`cases?case=${trackingNumber}`}>{trackingNumber}</To>}
            detail={joined(topic.replaceAll('-', ' '), status.replaceAll('_', ' '), momentOf(at))}
          />
        ))}
        <Cut of={cases} older="Search for the number of an older one." />
      </Lines>
      <Lines title="Security events">
        {events.length === 0 ? <Line title="None." /> : null}
        {events.map(({ id, kind, browser, at }) => (
          <Line key={id} title={EVENT_WORDS[kind]} detail={joined(momentOf(at), browser)} />
        ))}
        <Cut of={events} />
      </Lines>
      <Lines title="Alerts">
        {alerts.length === 0 ? <Line title="None." /> : null}
        {alerts.map(({ id, kind, email, push, sms, at }) => (
          <Line
            key={id}
            title={`Alert: ${ALERT_KINDS[kind].words}`}
            detail={joined(
              // An event of the account has an email of its own, in the list below.
              kind === 'account' ? null : `Email ${ALERT_STATES[email]}`,
              `push ${ALERT_STATES[push]}`,
              `SMS ${ALERT_STATES[sms]}`,
              momentOf(at),
            )}
          />
        ))}
        <Cut of={alerts} />
      </Lines>
      <Lines title="Codes and security emails, last 30 days">
        {emails.length === 0 ? <Line title="None." /> : null}
        {emails.map(({ id, kind, state, at }) => (
          <Line key={id} title={`Email: ${kind.replaceAll('-', ' ')}`} detail={joined(STATES[state], momentOf(at))} />
        ))}
        <Cut of={emails} />
      </Lines>
    </div>
  )
}
