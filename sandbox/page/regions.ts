import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import { lagosDay } from '#contract/time.ts'
import type { boardState } from '#sandbox/control/board-state.ts'
import { html, type Raw } from './escape.ts'

const PROVIDER_NAMES = {
  paystack: 'Paystack',
  vtpass: 'VTpass',
  termii: 'Termii',
  mail: 'Mail server',
  push: 'Push service',
} as const

export type Board = ReturnType<typeof boardState>

/** The changing parts of the page, by the id of their element. The page polls them. */
export function regions(board: Board) {
  return {
    balance: html`${formatNaira(BigInt(board.balanceKobo))}`,
    wallet: html`${formatNaira(BigInt(board.vtpassWalletKobo))}`,
    accounts: accounts(board),
    faults: faults(board),
    pending: pendingTransfers(board),
    purchases: pendingDeliveries(board),
    banks: board.banks.map(bankRow),
    log: log(board),
  } satisfies Record<string, Raw | Raw[]>
}

/** Like regions, as text ready to send. */
export function regionTexts(board: Board): Record<string, string> {
  return Object.fromEntries(
    Object.entries(regions(board)).map(([id, part]) => [id, Array.isArray(part) ? html`${part}`.raw : part.raw]),
  )
}

function accounts(board: Board): Raw {
  if (board.accounts.length === 0) {
    return html`<p class="empty">No account number has been issued yet. Create an account in the app first.</p>`
  }
  const rows = board.accounts.map(
    (
      account,
    ) => html`<li><button type="button" class="account" data-pay-into="${account.accountNumber}" data-amount="${naira(account.expectedKobo)}">
<span class="number">${grouped(account.accountNumber)}</span><span class="name">${account.accountName}</span>${note(account)}</button></li>`,
  )
  return html`<ul class="rows">${rows}</ul>`
}

function note(account: Board['accounts'][number]): Raw {
  if (account.expectedKobo === null) return html``
  const expected = formatNaira(BigInt(account.expectedKobo))
  if (account.status === 'awaited') return html`<span class="note">expects ${expected}</span>`
  return html`<span class="note">${expected}, ${account.status} already</span>`
}

/** Naira as a person types them, empty where any amount is welcome. */
function naira(amountKobo: string | null): string {
  return amountKobo === null ? '' : formatNaira(BigInt(amountKobo)).slice(1)
}

function faults(board: Board): Raw {
  if (board.faults.length === 0) return html`<p class="empty">None. Everything works.</p>`
  const rows = board.faults.map(
    (fault) =>
      html`<li class="row"><span><b>${fault.fault}${fault.code === undefined ? '' : ` ${fault.code}`}</b> on ${fault.operation === '*' ? 'any call' : fault.operation} <span class="note">${PROVIDER_NAMES[fault.provider]}</span></span><span class="figure">${fault.left} left</span></li>`,
  )
  return html`<ul class="rows">${rows}</ul>`
}

function pendingTransfers(board: Board): Raw {
  if (board.pendingTransfers.length === 0) return html`<p class="empty">No transfer waits for a decision.</p>`
  const rows = board.pendingTransfers.map(({ reference, amountKobo }) =>
    undecided({
      path: `/transfers/${reference}/outcome`,
      title: reference,
      detail: formatNaira(BigInt(amountKobo)),
      outcomes: { success: 'Pay', failed: 'Fail' },
    }),
  )
  return html`<ul class="rows">${rows}</ul>`
}

function pendingDeliveries(board: Board): Raw {
  if (board.pendingDeliveries.length === 0) return html`<p class="empty">No purchase waits for a decision.</p>`
  const rows = board.pendingDeliveries.map(({ requestId, serviceId, recipient, amountKobo }) =>
    undecided({
      path: `/deliveries/${requestId}/outcome`,
      title: `${serviceId} for ${recipient}`,
      detail: formatNaira(BigInt(amountKobo)),
      outcomes: { delivered: 'Deliver', failed: 'Fail', reversed: 'Reverse' },
    }),
  )
  return html`<ul class="rows">${rows}</ul>`
}

type Undecided = { path: string; title: string; detail: string; outcomes: Readonly<Record<string, string>> }

function undecided({ path, title, detail, outcomes }: Undecided): Raw {
  const buttons = Object.entries(outcomes).map(
    ([outcome, label]) =>
      html`<button type="button" data-decide="${path}" data-outcome="${outcome}">${label}<span class="unseen"> ${title}</span></button>`,
  )
  return html`<li class="row stacked"><span><span class="reference">${title}</span> <span class="figure">${detail}</span></span>
<span class="actions">${buttons}</span></li>`
}

function bankRow(bank: Board['banks'][number]): Raw {
  const state = bank.open ? html`<span class="state open">Open</span>` : html`<span class="state closed">Closed</span>`
  const button = bank.closedForGood
    ? html`<span class="note">closed for good</span>`
    : html`<button type="button" data-bank="${bank.code}" data-open="${bank.open ? 'false' : 'true'}">${bank.open ? 'Close' : 'Open'}<span class="unseen"> ${bank.name}</span></button>`
  return html`<li class="row"><span>${bank.name} <span class="note">${bank.code}</span></span><span class="actions">${state}${button}</span></li>`
}

function log(board: Board): Raw {
  if (board.recent.length === 0) return html`<p class="empty">Nothing has happened yet.</p>`
  const rows = board.recent.map(
    (line) =>
      html`<li class="line"><time datetime="${line.at}">${lagosTime(line.at)}</time> <span>${line.text}</span></li>`,
  )
  return html`<ol class="log">${rows}</ol>`
}

function grouped(accountNumber: string): string {
  return accountNumber.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** The time in Lagos, after the date if that is not today. */
export function lagosTime(at: string): string {
  const instant = new Date(at)
  const time = new Date(instant.getTime() + LAGOS_OFFSET_MS).toISOString().slice(11, 19)
  const day = lagosDay(instant)
  return day === lagosDay(new Date()) ? time : `${day} ${time}`
}
