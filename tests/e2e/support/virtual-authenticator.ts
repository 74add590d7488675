import type { Page } from '@playwright/test'
import { openAccount } from './new-person.ts'

/** A phone's sensor and its passkeys, simulated by Chromium: the page runs the real ceremony. */
export type VirtualAuthenticator = {
  /** Whether the next finger or face is recognised. */
  recognises(person: boolean): Promise<void>
  /** Whether somebody touches the sensor at all. If not, the browser waits. */
  isTouched(touched: boolean): Promise<void>
  /** How many passkeys it keeps. */
  count(): Promise<number>
}

/** Gives the page's device a sensor that recognises its owner at once. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async recognises(person) {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: person })
    },
    async isTouched(touched) {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: touched })
    },
    async count() {
      return (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
  }
}

/** Opens an account on a device with a sensor, with a PIN and a passkey. The app is not open yet. */
export async function openAccountWithPasskey(page: Page, fullName: string): Promise<VirtualAuthenticator> {
  const authenticator = await addAuthenticator(page)
  await openAccount(page, fullName, { passkey: true })
  return authenticator
}
