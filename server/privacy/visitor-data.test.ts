import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { closingBody, emptyWallet, tablesWith } from '#tests/support/leaving.ts'
import { provedVisitor, reportedBy } from '#tests/support/visitors.ts'
import { closeAccount } from './close-account.ts'
import { exportData } from './export-data.ts'

const TEXT = 'I could not sign in on Friday.'

describe.each(featureDatabases)(
  'what somebody wrote without signing in, with the email of an account, on %s',
  (kind) => {
    let jara: TestJara
    beforeAll(async () => {
      jara = await startJara(kind)
    })
    afterAll(() => jara.close())

    const depsOf = (emailProof: boolean) => ({ ...jara.deps, config: { ...jara.deps.config, emailProof } })

    async function exported(emailProof: boolean, userId: string) {
      let text = ''
      for await (const piece of exportData(depsOf(emailProof), userId as UserId)) text += piece
      return JSON.parse(text)
    }

    it('is in the file of that account where emails are proved, and of no other', async () => {
      const [ada, bola] = [await jara.person('Ada Obi'), await jara.person('Bola Ahmed')]
      const { trackingNumber } = await reportedBy(await provedVisitor(jara, ada.email.toUpperCase()), { text: TEXT })
      expect(await exported(true, ada.id)).toMatchObject({
        visitors: [{ email: ada.email }],
        cases: [{ trackingNumber }],
        caseMessages: [{ author: 'you', text: TEXT }],
      })
      const nothing = { visitors: [], cases: [], caseMessages: [], caseActions: [] }
      expect(await exported(true, bola.id)).toMatchObject(nothing)
      // Without proof the email may be anybody's.
      expect(await exported(false, ada.id)).toMatchObject(nothing)
    })

    it('loses its address when that account is closed: the report stays, and nobody reads it with the email again', async () => {
      const ada = await jara.person('Ada Obi')
      const visitor = await provedVisitor(jara, ada.email)
      const { id } = await reportedBy(visitor, { text: TEXT })
      await emptyWallet(jara, ada)
      await ada.call('POST', '/api/sessions/current/password', { password: ada.password })
      const session = await requireSession(jara.deps, { cookies: { jara: ada.cookie().split('=')[1] }, headers: {} })
      await closeAccount(depsOf(true), session, await closingBody(ada))

      expect(await tablesWith(jara.database, ada.email)).toEqual([])
      expect(await tablesWith(jara.database, id)).toContain('cases')
      expect((await visitor.list()).status).toBe(401)
      jara.clock.advance(60 * 60_000)
      expect((await (await provedVisitor(jara, ada.email)).list()).body.cases).toEqual([])
    })
  },
)
