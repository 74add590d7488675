/** Where a person waits for money, pays, or enters a PIN. */
const STEPS = /\/processing$|^\/buy-bpc\/|^\/(?:pin|setup-pin)$/

/**
 * Whether the page must be left alone: a payment, a PIN, or a sheet that asks something is in front of the person.
 * Every approval is a sheet, and every sheet is a dialog.
 */
export function paymentOpen(pathname: string = location.pathname): boolean {
  return STEPS.test(pathname) || document.querySelector('dialog[open]') !== null
}

/** Calls back whenever a sheet may have opened or closed. Returns a function that stops. */
export function onSheets(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}

const CHANNEL = 'jara.payment'
/** Other pages answer within a message or two; a frozen page has nobody in front of it. */
const ANSWER_MS = 300

/** Answers other pages of this browser that ask whether a payment is open here. Returns a function that stops. */
export function answerAboutPayments(): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data === 'open?' && paymentOpen()) channel.postMessage('open')
  }
  return () => channel.close()
}

/** Whether another page of this browser says that a payment is open in it. */
export async function paymentOpenElsewhere(): Promise<boolean> {
  if (!('BroadcastChannel' in globalThis)) return false
  const channel = new BroadcastChannel(CHANNEL)
  try {
    return await new Promise((resolve) => {
      channel.onmessage = ({ data }) => {
        if (data === 'open') resolve(true)
      }
      setTimeout(() => resolve(false), ANSWER_MS)
      channel.postMessage('open?')
    })
  } finally {
    channel.close()
  }
}
