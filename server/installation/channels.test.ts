import { expect, it } from 'vitest'
import { EXAMPLE_CHANNELS } from '#contract/example-channels.ts'
import type { Installation } from '#contract/installation.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { startJara } from '#tests/support/jara.ts'
import { shownChannels } from './example-channels.ts'

async function told(settings: Record<string, string>): Promise<Pick<Installation, 'channels' | 'links' | 'operator'>> {
  const jara = await startJara('pglite', { settings })
  const { channels, links, operator } = (await (await fetch(`${jara.url}/api/installation`)).json()) as Installation
  await jara.close()
  return { channels, links, operator }
}

const example = (channel: string) => expect.stringMatching(new RegExp(`^http://localhost:\\d+/examples/${channel}$`))

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
        telegram: example('support-telegram'),
        whatsapp: 'https://wa.me/2348031234567',
        liveChat: example('support-live-chat'),
        always: true,
      },
      community: { telegram: 'https://t.me/jara_news', whatsapp: example('community-whatsapp') },
    },
    links: {
      communityChat: 'https://community.jara.ng/room',
      supportEmail: 'mailto:help@jara.ng',
      sandboxBank: expect.stringContaining('http://localhost'),
      sandboxEmails: expect.stringMatching(/^http:\/\/localhost:\d+\/emails$/),
    },
    operator: { name: 'Jara Payments Ltd', licence: null },
  })
})

it('a sandbox links to an example where a channel is not set', async () => {
  const { channels, links, operator } = await told({})
  const { always, email, ...pages } = channels.support
  expect([
    links.supportEmail,
    ...Object.values(pages),
    links.communityChat,
    ...Object.values(channels.community),
  ]).toEqual(EXAMPLE_CHANNELS.map(example))
  expect([email, always, operator]).toEqual(['help@jara.example', false, null])
})

it('live mode shows no channel that is not set', () => {
  const { support, community, emailLink } = shownChannels(readConfig({}).channels, null)
  const { always, ...ways } = support
  expect([...Object.values(ways), ...Object.values(community), emailLink]).toEqual(Array(8).fill(null))
  expect(always).toBe(false)
})
