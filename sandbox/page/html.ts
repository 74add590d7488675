import {
  FAULTS,
  type FaultName,
  INBOUND_FAULTS,
  isTermiiRefusal,
  MAIL_FAULTS,
  type Provider,
  PUSH_FAULTS,
  SMS_FAULTS,
  TRANSPORT_FAULTS,
  WEBHOOK_FAULTS,
} from '#sandbox/faults.ts'
import { OPERATIONS } from '#sandbox/operations.ts'
import { PAYSTACK_REFUSAL_NAMES, paystackRefusal } from '#sandbox/paystack/refusals.ts'
import { html, type Raw } from './escape.ts'
import { type Board, regions } from './regions.ts'
import { sandboxPage } from './sandbox-page.ts'

/** The whole page: a bank app to pay from, and the control board for faults. */
export function page(board: Board): string {
  const part = regions(board)
  return sandboxPage({
    title: 'Sandbox Bank and board',
    script: '/page.js',
    ways: html`<b aria-current="page">Bank and board</b> <a href="/emails">Emails</a> <a href="/sms">SMS</a> <a href="/push">Push</a>`,
    main: html`${bankApp(part.accounts)}
<section aria-labelledby="board-title" class="board">
<h1 id="board-title">Board</h1>
<p>What the world outside does next. For the app, Paystack here holds <b class="figure" id="balance">${part.balance}</b> and VTpass <b class="figure" id="wallet">${part.wallet}</b>.</p>
<p class="said" id="board-said" role="status"></p>
${nextOutcome(part.faults)}
<div class="panel"><h2 id="pending-title">Transfers that wait for you</h2><div id="pending">${part.pending}</div></div>
<div class="panel"><h2 id="purchases-title">Purchases that wait for you</h2><div id="purchases">${part.purchases}</div></div>
<div class="panel"><h2>What happened</h2><div id="log" tabindex="0" role="region" aria-label="What happened, newest first" class="scroll">${part.log}</div></div>
<div class="panel"><h2>Banks</h2><ul id="banks" class="rows">${part.banks}</ul></div>
</section>`,
    foot: html`<noscript><p class="banner">This page needs JavaScript to send its forms.</p></noscript>`,
  })
}

function bankApp(accounts: Raw): Raw {
  return html`<section aria-labelledby="bank-title" class="phone">
<h1 id="bank-title">Sandbox Bank</h1>
<p>Pay into an account number that the app has shown you.</p>
<form id="pay" novalidate>
<label for="account">Account number <span class="note">10 digits</span></label>
<input id="account" name="accountNumber" inputmode="numeric" autocomplete="off" maxlength="14" required aria-describedby="pay-said">
<label for="amount">Amount in naira</label>
<div class="money"><span aria-hidden="true">₦</span><input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="20" required aria-describedby="pay-said"></div>
<label for="sender">Sender name</label>
<input id="sender" name="senderName" autocomplete="off" maxlength="100" value="Bola Ade" required>
<p class="said" id="pay-said" role="status"></p>
<button type="submit" class="main">Pay</button>
</form>
<h2>Issued account numbers</h2>
<div id="accounts">${accounts}</div>
</section>`
}

function nextOutcome(faults: Raw): Raw {
  return html`<form id="fault" class="panel" novalidate>
<h2>What goes wrong next</h2>
<div class="fields">
<div><label for="fault-name">Fault</label><select id="fault-name" name="fault">
<optgroup label="Answers">${ANSWER_FAULTS.map((fault) => option(fault))}</optgroup>
${REFUSALS.map(([operation, names]) => html`<optgroup label="Paystack refuses ${operation}" data-on="paystack ${operation}">${names.map((name) => option(name))}</optgroup>`)}
<optgroup label="Payments in" data-on="paystack inbound">${INBOUND_FAULTS.map((fault) => option(fault))}</optgroup>
<optgroup label="Webhooks of Paystack" data-on="paystack webhook">${WEBHOOK_FAULTS.paystack.map((fault) => option(fault))}</optgroup>
<optgroup label="Callbacks of VTpass" data-on="vtpass webhook">${WEBHOOK_FAULTS.vtpass.map((fault) => option(fault))}</optgroup>
<optgroup label="Emails" data-on="mail send">${MAIL_FAULTS.map((fault) => option(fault))}</optgroup>
<optgroup label="Push" data-on="push send">${PUSH_FAULTS.map((fault) => option(fault))}</optgroup>
<optgroup label="SMS" data-on="termii send">${SMS_FAULTS.map((fault) => option(fault))}</optgroup>
</select></div>
<div><label for="operation">On which call</label><select id="operation" name="operation">
<optgroup label="Paystack">${operationsOf('paystack')}</optgroup>
<optgroup label="VTpass">${operationsOf('vtpass')}</optgroup>
</select></div>
<div><label for="count">Times</label><input id="count" name="count" inputmode="numeric" autocomplete="off" maxlength="7" value="1" required></div>
</div>
<div class="actions"><button type="submit">Switch on</button><button type="button" id="reset">All faults off, all banks open</button></div>
<h3>Switched on now</h3>
<div id="faults">${faults}</div>
</form>`
}

/** Faults that apply in one place only, or need more than this form asks for. */
const ELSEWHERE: readonly FaultName[] = [
  'code',
  'odd-text',
  'gone',
  ...WEBHOOK_FAULTS.paystack,
  ...INBOUND_FAULTS,
  ...PAYSTACK_REFUSAL_NAMES,
  ...MAIL_FAULTS.filter((fault) => !TRANSPORT_FAULTS.some((each) => each === fault) && fault !== 'refuse'),
  ...SMS_FAULTS.filter(isTermiiRefusal),
]
const ANSWER_FAULTS = FAULTS.filter((fault) => !ELSEWHERE.includes(fault))

/** Paystack's refusals, grouped by the first call that can get them. */
const REFUSALS = OPERATIONS.paystack.flatMap((operation) => {
  const names = PAYSTACK_REFUSAL_NAMES.filter((name) => paystackRefusal(name).operations[0] === operation)
  return names.length === 0 ? [] : [[operation, names] as const]
})

function operationsOf(provider: Provider): Raw[] {
  return OPERATIONS[provider]
    .filter((operation) => operation !== 'webhook' && operation !== 'inbound')
    .map((operation) =>
      option(`${provider} ${operation}`, operation === '*' ? 'any call' : operation, operation === 'transfer'),
    )
}

function option(value: string, label = value, selected = false): Raw {
  return selected
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}
