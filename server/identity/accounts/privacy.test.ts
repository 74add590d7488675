import { describe, expect, test } from 'vitest'
import { type Accounts, newBrowser, newPerson, startAccountsBefore } from '#tests/support/accounts.ts'

const PASSWORD = 'canary giraffe passphrase'

describe('secrets', () => {
  let accounts: Accounts
  startAccountsBefore('pglite', (started) => {
    accounts = started
  })

  test('are in no log line and in no answer, whatever goes right or wrong', async () => {
    const email = 'canary.person@example.com'
    const browser = await newBrowser(accounts)
    const answers: string[] = []
    const send = async (...request: Parameters<typeof browser.send>) => {
      const response = await browser.send(...request)
      answers.push(response.body)
      return response
    }
    const tokens: string[] = []
    const keepToken = () => tokens.push((browser.cookie ?? '').split('=')[1] ?? '')

    await browser.register({ email, password: PASSWORD })
    keepToken()
    await browser.register({ email, password: PASSWORD })
    await browser.setPin('2580')
    await send('POST', '/api/lock')
    const challenge = await browser.challenge()
    const proof = await browser.device.pinProof('2580')
    const wrongProof = await browser.device.pinProof('9999')
    const signature = await browser.device.sign('unlock', challenge)
    await send('POST', '/api/unlock', { challenge, pinProof: wrongProof, signature })
    await send('POST', '/api/unlock', { challenge, pinProof: proof, signature })
    await send('POST', '/api/unlock', { challenge, pinProof: `${proof}!`, signature })
    await browser.unlock('2580')
    const codes = (await browser.send('GET', '/api/bpc')).json<{ codes: { code: string }[] }>().codes
    await browser.signIn(email, `${PASSWORD} wrong`)
    accounts.clock.advance(60_000)
    await browser.signIn(email, PASSWORD)
    keepToken()
    await send('POST', '/api/sessions', { email, password: PASSWORD })
    await send('PUT', '/api/pin', { pinProof: proof, pin: '2580' })
    // A database that fails in the middle: the unexpected error is logged with its cause.
    await accounts.deps.database.exec('alter table pins rename to pins_away')
    const failed = await send('PUT', '/api/pin', { pinProof: proof })
    expect(failed.statusCode).toBe(500)
    await accounts.deps.database.exec('alter table pins_away rename to pins')
    await send('DELETE', '/api/sessions/current')

    const logs = accounts.logLines.join('')
    expect(logs).toContain('signed in')
    expect(logs).toContain('wrong PIN')
    const secrets = { PASSWORD, email, proof, wrongProof, signature, code: codes[0]?.code ?? 'missing' }
    for (const [name, secret] of [...Object.entries(secrets), ...tokens.map((token) => ['token', token] as const)]) {
      expect(secret.length, name).toBeGreaterThan(15)
      expect(logs.includes(secret), `${name} in a log line`).toBe(false)
      expect(answers.join('').includes(secret), `${name} in an answer`).toBe(false)
    }
  })

  test('of one person are not in the answers of another', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const me = (await ada.browser.send('GET', '/api/me')).body
    expect(me).toContain(ada.email)
    expect(me).not.toContain(obi.session.userId)
  })
})
