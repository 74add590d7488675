/** What really happened, by the sandbox world's own log. Amounts are decimal strings of kobo. */
export type Truth = {
  readonly transfers: readonly {
    readonly reference: string
    readonly amountKobo: string
    readonly feeKobo: string
    readonly status: string
  }[]
  readonly deliveries: readonly {
    /** Our request id. */
    readonly reference: string
    readonly serviceId: string
    /** The phone, meter or smartcard number it was for. */
    readonly phone: string
    readonly amountKobo: string
    readonly costKobo: string
    readonly status: 'pending' | 'delivered' | 'failed' | 'reversed'
    readonly at: string
  }[]
  readonly inbound: readonly unknown[]
  /** The status of each incoming payment: a bank may recall it, and give it again. */
  readonly payments: readonly { readonly reference: string; readonly amountKobo: string; readonly status: string }[]
}

/** An email as accepted by the sandbox world's mail server. */
export type Email = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: string
}

/** A browser of the sandbox world, as a page gets it from `pushManager.subscribe`. */
export type PushBrowser = {
  readonly id: string
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A message that the sandbox's push service accepted, as its browser decrypts it. */
export type PushReceived = {
  readonly id: string
  readonly subscription: string
  readonly topic: string | null
  readonly ttlS: number
  readonly urgency: string
  readonly text: string | null
  readonly at: string
}

/** An SMS that the sandbox's provider accepted. */
export type SmsReceived = { readonly id: string; readonly to: string; readonly text: string; readonly at: string }

export type SandboxControl = {
  readonly url: string
  /** Somebody pays into an issued account number from a bank. */
  payIn(of: { accountNumber: string; amountKobo: string; senderName?: string; narration?: string }): Promise<void>
  /** The emails that arrived for an address, newest first. */
  emails(to: string): Promise<readonly Email[]>
  /** A browser subscribes to the world's push service, for messages of this key. */
  subscribe(applicationServerKey: string): Promise<PushBrowser>
  /** What a browser would show, newest first. */
  pushMessages(subscription: string): Promise<readonly PushReceived[]>
  /** The SMS that went to a number, newest first. */
  sms(to: string): Promise<readonly SmsReceived[]>
  /** The next `count` calls of an operation fail this way; Paystack's by default. */
  fault(of: {
    provider?: 'paystack' | 'vtpass' | 'termii' | 'mail' | 'push'
    operation: string
    fault: string
    count?: number
    delayMs?: number
    /** For the fault `code`: see sandbox/README.md. */
    code?: string
    status?: string
    done?: boolean
    /** For the fault `odd-text`: the field, and its text. */
    field?: string
    text?: string
    /** Only the first such field, as in the newest line of a list. */
    first?: boolean
  }): Promise<void>
  /** Somebody pays out by hand in Paystack's dashboard, in the currency's smallest unit: naira by default. */
  payOutByHand(of: { amount: string; currency?: string; reference?: string }): Promise<void>
  /** Decides a transfer from the bank's side. */
  decide(reference: string, status: 'success' | 'failed' | 'reversed'): Promise<void>
  /** Decides a purchase of airtime, data, electricity or TV from VTpass's side. */
  decideDelivery(reference: string, status: 'delivered' | 'failed' | 'reversed'): Promise<void>
  /** Changes a plan's price (kobo) or name, or takes it off sale, and sends the callback about its service's plans. */
  changePlan(of: { serviceId: string; code: string; amountKobo?: bigint; name?: string; sold?: boolean }): Promise<void>
  /** The bank recalls a payment into an issued account, gives it again, or declares it failed. */
  decidePayment(reference: string, status: 'success' | 'reversed' | 'failed'): Promise<void>
  /** Switches all faults off and resets the truth log. */
  reset(): Promise<void>
  truth(): Promise<Truth>
}

/** The control page of the sandbox world, over HTTP. */
export function openSandboxControl(url: string): SandboxControl {
  const post = async (path: string, body: unknown) => void (await send(`control/${path}`, body))
  async function send(path: string, body: unknown): Promise<Response> {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST /${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    url,
    payIn: ({ senderName = 'ADA OBI', ...of }) => post('transfers', { ...of, senderName }),
    fault: ({ count = 1, ...of }) => post('faults', { provider: 'paystack', ...of, count }),
    payOutByHand: (of) => post('dashboard-transfers', of),
    decide: (reference, status) => post(`transfers/${reference}/outcome`, { status }),
    decideDelivery: (reference, status) => post(`deliveries/${reference}/outcome`, { status }),
    changePlan: ({ serviceId, code, amountKobo, ...of }) =>
      post(`plans/${serviceId}/${code}`, {
        ...of,
        ...(amountKobo === undefined ? {} : { amountKobo: amountKobo.toString() }),
      }),
    decidePayment: (reference, status) => post(`inbound/${reference}/outcome`, { status }),
    reset: () => post('reset', {}),
    async subscribe(applicationServerKey) {
      return (await (await send('push/subscriptions', { applicationServerKey })).json()) as PushBrowser
    },
    async pushMessages(subscription) {
      const response = await fetch(`${url}/control/push?subscription=${encodeURIComponent(subscription)}`)
      return ((await response.json()) as { messages: PushReceived[] }).messages
    },
    async sms(to) {
      const response = await fetch(`${url}/control/sms?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as { sms: SmsReceived[] }).sms
    },
    async emails(to) {
      const response = await fetch(`${url}/control/emails?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as { emails: Email[] }).emails
    },
    async truth() {
      return (await (await fetch(`${url}/control/truth`)).json()) as Truth
    },
  }
}
