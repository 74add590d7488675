import { mutantsOf } from './mutant.ts'

const SENDING = [['server/alerts/send-alerts.test.ts']]
const SMS = [['server/alerts/sms/send-sms.test.ts']]
const PUSH = [['server/alerts/push/send-push.test.ts']]

/** Alerts reach people once, in order, and only where they want them. */
export const alerts = [
  ...mutantsOf('server/alerts/send-alerts.ts', SENDING, [
    [
      'the oldest goes out',
      "const newest = waiting.at(-1)\n  if (newest === undefined) return 'done'",
      "const newest = waiting[0]\n  if (newest === undefined) return 'done'",
    ],
    ['to closed accounts', 'owner.isClosed || isOver', 'isOver'],
    [
      'what is switched off goes out',
      "if (!isOn(owner.changed, ALERT_KINDS[newest.kind].category, channel)) return 'off'",
      '',
    ],
    ['at night', "if (quietEnd !== null) return 'waiting'", ''],
    ['for ever', "if (ageMs > ALERT_GIVEN_UP_MS && attempts >= TRIES_BEFORE_GIVEN_UP) return 'given-up'", ''],
    ['what was taken on is sent again', "if (newest[channel] !== 'waiting') return newest[channel]", ''],
    ['what was not taken on counts as sent', "later: 'waiting'", "later: 'sent'"],
  ]),
  ...mutantsOf('server/alerts/turn.ts', SENDING, [
    [
      'older ones keep waiting',
      "when a.seq = e.seq then e.email else 'dropped' end",
      'when a.seq = e.seq then e.email else a.email_state end',
    ],
    [
      'a job that was woken stays taken',
      'and (j.wake_count <> e.wake_count or e.due_at is not null)`',
      'and e.due_at is not null`',
    ],
  ]),
  ...mutantsOf('server/alerts/settings.ts', SENDING, [
    [
      'money waits at night',
      "['bpc', 'case', 'statement', 'notice']",
      "['money', 'bpc', 'case', 'statement', 'notice']",
    ],
  ]),
  ...mutantsOf('server/alerts/sms/send-sms.ts', SMS, [
    ['to a wallet that cannot pay', "if (!(await mayPay(tx, { userId, priceKobo, now }))) return 'off'", ''],
    ['while money out is stopped', "if (isStopped) return 'later'", ''],
  ]),
  ...mutantsOf(
    'server/alerts/push/push-service.ts',
    [['server/alerts/push/push-service.test.ts']],
    [
      ['any host', 'return HOSTS.has(url.hostname) || BELOW.test(url.hostname)', 'return true'],
      ['what is not normalised', 'url.href !== uncheckedEndpoint || ', ''],
    ],
  ),
  ...mutantsOf('server/alerts/push/send-push.ts', PUSH, [
    ['without waiting as long as asked', 'deps.clock.now() < browser.waitUntil', 'deps.clock.now() < new Date(0)'],
  ]),
]
