import { expect, test } from 'vitest'
import { type RefusalSubject, readEnhancedCode, subjectOfRefusal } from './smtp-refusals.ts'

const REPLIES: readonly [command: string, reply: string, about: RefusalSubject][] = [
  // The reader's address.
  ['RCPT TO', '550 5.1.1 The email account that you tried to reach does not exist', 'reader'],
  ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist\r\n550 5.1.1 See more', 'reader'],
  ['RCPT TO', '556 5.1.10 Recipient address has null MX', 'reader'],
  ['RCPT TO', '553 5.1.3 Not a valid address', 'reader'],
  ['RCPT TO', '550 5.2.1 The email account is disabled', 'reader'],
  ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied', 'reader'],
  ['DATA', '550 5.1.1 No such user', 'reader'],
  ['RCPT TO', '550 No such user here', 'reader'],
  ['RCPT TO', '551 User not local', 'reader'],
  ['RCPT TO', '550 5.0.0 No such user here', 'reader'],
  // Their mailbox, for now.
  ['RCPT TO', '552 5.2.2 Mailbox full', 'mailbox'],
  ['RCPT TO', '452 4.2.2 The email account is over quota', 'mailbox'],
  ['DATA', '552 5.2.2 Over quota', 'mailbox'],
  ['RCPT TO', '550 Mailbox is full', 'mailbox'],
  ['DATA', '552 Requested mail action aborted: exceeded storage allocation', 'mailbox'],
  // Us.
  ['MAIL FROM', '550 4.7.1 Sender refused by policy', 'us'],
  ['MAIL FROM', '550 5.1.1 Sender unknown', 'us'],
  ['MAIL FROM', '450 4.1.8 Sender address rejected: Domain not found', 'us'],
  ['MAIL FROM', '552 5.3.4 Message too big for us', 'us'],
  ['MAIL FROM', '553 not allowed', 'us'],
  ['MAIL FROM', '452 4.3.1 Insufficient system storage', 'us'],
  ['RCPT TO', '550 5.1.8 Sender address rejected: Domain not found', 'us'],
  ['RCPT TO', '553 5.7.1 Sender address rejected: not owned by user', 'us'],
  ['RCPT TO', '554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org', 'us'],
  ['RCPT TO', '554 5.7.1 Relay access denied', 'us'],
  ['RCPT TO', '550 blocked, see our blocklist', 'us'],
  ['RCPT TO', '550 Relaying denied', 'us'],
  ['RCPT TO', '550 Domain example.ng has exceeded the max emails per hour', 'us'],
  ['RCPT TO', '452 Too many recipients', 'us'],
  ['RCPT TO', '452 4.5.3 Too many recipients', 'us'],
  ['RCPT TO', '554 Transaction failed', 'us'],
  ['DATA', '550 5.4.5 Daily user sending limit exceeded', 'us'],
  ['DATA', '550 5.7.26 Unauthenticated email is not accepted due to DMARC policy', 'us'],
  ['DATA', '421 4.7.28 Unusual rate of unsolicited mail', 'us'],
  ['DATA', '454 4.7.0 Too many login attempts', 'us'],
  ['DATA', '550 Rejected', 'us'],
  ['AUTH PLAIN', '535 5.7.8 Username and password not accepted', 'us'],
  ['CONN', '554 5.7.1 No service for your address', 'us'],
  ['CONN', '554 no', 'us'],
  // This email.
  ['DATA', '552 5.3.4 Message size exceeds fixed limit', 'email'],
  ['DATA', '554 5.6.0 Bad message', 'email'],
  ['RCPT TO', '552 5.2.3 Message length exceeds administrative limit', 'email'],
  // A passing problem.
  ['RCPT TO', '450 4.7.1 Greylisted, please try again later', 'moment'],
  ['RCPT TO', '451 4.7.1 Greylisting in action', 'moment'],
  ['RCPT TO', '550 4.7.1 Try again later', 'moment'],
  ['RCPT TO', '450 4.1.2 Recipient domain not found', 'moment'],
  ['RCPT TO', '450 4.2.1 The user is receiving mail too quickly', 'moment'],
  ['RCPT TO', '451 Local error in processing', 'moment'],
  ['MAIL FROM', '451 4.3.2 System not accepting network messages', 'moment'],
  ['CONN', '421 4.3.2 Service not available', 'moment'],
  ['CONN', '421 Too busy', 'moment'],
]

test.each(REPLIES)('in answer to %s, "%s" is about: %s', (command, reply, about) => {
  const said = { command, status: Number(reply.slice(0, 3)), enhanced: readEnhancedCode(reply) }
  expect(subjectOfRefusal(said, reply)).toBe(about)
})

test.each([
  ['550 5.1.1 No', '5.1.1'],
  ['550-5.1.10 No', '5.1.10'],
  ['550 5.0.0 No', null],
  ['550 192.0.2.1 is blocked', null],
  ['550 5.1.1.2 No', null],
  ['550 No', null],
  ['', null],
])('the enhanced code of "%s" is %s', (reply, code) => {
  expect(readEnhancedCode(reply)).toBe(code)
})
