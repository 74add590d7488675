import { expect, it } from 'vitest'
import type { Installation } from '#contract/installation.ts'
import { startJara } from '#tests/support/jara.ts'

async function told(settings: Record<string, string>): Promise<Pick<Installation, 'channels' | 'links' | 'operator'>> {
  const jara = await startJara('pglite', { settings })
  const { channels, links, operator } = (await (await fetch(`${jara.url}/api/installation`)).json()) as Installation
  await jara.close()
  return { channels, links, operator }
}

it('everybody sees the channels that are set, and who runs the installation', async () => {
  const settings = {
    SUPPORT_EMAIL: 'help@jara.ng',
    SUPPORT_WHATSAPP_URL: 'https://wa.me/2348031234567',
    SUPPORT_ALWAYS: 'true',
    COMMUNITY_CHAT_URL: 'https://community.jara.ng/room',
    COMMUNITY_TELEGRAM_URL: 'https://t.me/jara_news',
    OPERATOR_NAME: 'Jara Payments Ltd',
  }
  expect(await told(settings)).toEqual({
    channels: {
      support: {
        email: 'help@jara.ng',
        telegram: null,
        whatsapp: 'https://wa.me/2348031234567',
        liveChat: null,
        always: true,
      },
      community: { telegram: 'https://t.me/jara_news', whatsapp: null },
    },
    links: {
      communityChat: 'https://community.jara.ng/room',
      sandboxBank: expect.stringContaining('http://localhost'),
      sandboxEmails: expect.stringMatching(/^http:\/\/localhost:\d+\/emails$/),
    },
    operator: { name: 'Jara Payments Ltd', licence: null },
  })
})

it('nobody sees a channel that is not set', async () => {
  const { channels, links, operator } = await told({})
  const { always, ...ways } = channels.support
  expect([...Object.values(ways), ...Object.values(channels.community), links.communityChat, operator]).toEqual(
    Array(8).fill(null),
  )
  expect(always).toBe(false)
})
