import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts, BodyOf } from './act.ts'

/** The use case refuses long texts with messages of its own, so this limit is far above the real ones. */
const TYPED = { max: 2_000 } as const

/** Changes how customers reach support and the community. Takes every channel; an empty one is not set. */
export const SET_CHANNELS = {
  name: 'set-channels',
  makers: ['manager'],
  checkers: ROLES,
  doneText: 'Channels changed',
  requestedText: 'Asked to change the channels',
  path: '/api/admin/channels',
  asks: {
    supportEmail: TYPED,
    supportTelegram: TYPED,
    supportWhatsapp: TYPED,
    supportLiveChat: TYPED,
    supportAlways: { oneOf: ['true', 'false'] },
    communityChat: TYPED,
    communityTelegram: TYPED,
    communityWhatsapp: TYPED,
    from: { max: 20 },
  },
  isDated: true,
} as const satisfies ActFacts
export type ChannelsBody = BodyOf<typeof SET_CHANNELS.asks>
