// The page's only script: sends the forms as JSON and keeps the changing parts fresh. No dependencies.

const REFRESH_MS = 1_500
const byId = (id) => document.getElementById(id)

/** Sends one command to the world. Returns its message; throws an error with the text to show. */
async function command(path, body) {
  const response = await fetch(`/control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (response === null) throw new Error('The sandbox does not answer. Is it still running?')
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

function say(id, tone, text) {
  byId(id).dataset.tone = tone
  byId(id).textContent = text
}

/** Runs one command with its button disabled, and shows the outcome. */
async function act(button, saidId, work) {
  if (button.disabled) return
  button.disabled = true
  try {
    say(saidId, 'ok', await work())
  } catch (error) {
    say(saidId, 'bad', error.message)
  }
  button.disabled = false
  button.dataset.done = ''
  await refresh()
  delete button.dataset.done
  // A refresh may have replaced the button.
  const { bank } = button.dataset
  if (button.isConnected || bank === undefined) return
  document.querySelector(`[data-bank="${CSS.escape(bank)}"]`)?.focus()
}

/** Naira as typed, in kobo as a decimal string. Null if it is not an amount. */
function koboFrom(text) {
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,11})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/^₦\s?/, ''))
  if (match === null) return null
  const kobo = `${match[1].replaceAll(',', '')}${(match[2] ?? '').padEnd(2, '0')}`.replace(/^0+/, '')
  return kobo === '' ? null : kobo
}

function grouped(kobo) {
  const digits = kobo.padStart(3, '0')
  return `₦${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}

const DECIDED = {
  success: 'The transfer is paid.',
  delivered: 'The purchase is delivered.',
  failed: 'It has failed.',
  reversed: 'The purchase is reversed.',
}

const OUTCOMES = {
  received: (sent) => `${sent}.`,
  rejected: () => 'Sent back: this was not the amount asked for. Nothing was kept.',
  returned: () => 'Sent back: this account number is paid already or has expired. Nothing was kept.',
}

byId('pay').addEventListener('submit', (event) => {
  event.preventDefault()
  const accountNumber = byId('account').value.replace(/\s/g, '')
  const amountKobo = koboFrom(byId('amount').value)
  const senderName = byId('sender').value.trim()
  const wrong = [
    ['account', !/^\d{10}$/.test(accountNumber), 'An account number has 10 digits. Nothing was sent.'],
    ['amount', amountKobo === null, 'Enter an amount in naira, such as 1,500.50. Nothing was sent.'],
    ['sender', senderName === '', 'Enter the name of the sender. Nothing was sent.'],
  ]
  for (const [id, isWrong] of wrong) byId(id).setAttribute('aria-invalid', String(isWrong))
  const first = wrong.find(([, isWrong]) => isWrong)
  if (first !== undefined) {
    say('pay-said', 'bad', first[2])
    byId(first[0]).focus()
    return
  }
  void act(event.submitter ?? event.target.querySelector('[type=submit]'), 'pay-said', async () => {
    const answer = await command('/transfers', { accountNumber, amountKobo, senderName })
    const said = OUTCOMES[answer.status](`${grouped(amountKobo)} sent to ${answer.accountName}, ${accountNumber}`)
    if (answer.status !== 'received') throw new Error(said)
    return said
  })
})

byId('fault').addEventListener('submit', (event) => {
  event.preventDefault()
  const chosen = byId('fault-name').selectedOptions[0]
  const [provider, operation] = (chosen.parentElement.dataset.on ?? byId('operation').value).split(' ')
  void act(event.submitter ?? event.target.querySelector('[type=submit]'), 'board-said', async () => {
    const count = Number(byId('count').value)
    await command('/faults', { provider, operation, fault: chosen.value, count })
    return `Switched on: ${chosen.value}`
  })
})

byId('reset').addEventListener(
  'click',
  (event) =>
    void act(event.currentTarget, 'board-said', async () => {
      await command('/reset', {})
      return 'All faults are off and all banks are open.'
    }),
)

// One listener, because buttons come and go.
document.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button === null) return
  const { payInto, amount, bank, open, decide, outcome } = button.dataset
  if (payInto !== undefined) {
    byId('account').value = payInto
    if (amount !== '') byId('amount').value = amount
    byId('amount').focus()
  }
  if (bank !== undefined) {
    void act(button, 'board-said', async () => {
      await command(`/banks/${encodeURIComponent(bank)}`, { open: open === 'true' })
      return open === 'true' ? 'The bank is open.' : 'The bank is closed.'
    })
  }
  if (decide !== undefined) {
    void act(button, 'board-said', async () => {
      await command(decide, { status: outcome })
      return DECIDED[outcome]
    })
  }
})

const shown = new Map()

/** Fills in what has changed. */
async function refresh() {
  const response = await fetch('/page/regions').catch(() => null)
  if (response === null || !response.ok) return
  for (const [id, html] of Object.entries(await response.json())) {
    const region = byId(id)
    if (shown.get(id) === html || holdsFocus(region)) continue
    shown.set(id, html)
    region.innerHTML = html
  }
}

/** A region with keyboard focus on an idle button is not refreshed, so that nobody loses their place. */
function holdsFocus(region) {
  return region.contains(document.activeElement) && document.activeElement.matches('button:not([data-done])')
}

setInterval(() => document.hidden || refresh(), REFRESH_MS)
