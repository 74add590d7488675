/** The channels of an installation in form order: the name for operators, and the variable with the initial value. */
export const CHANNEL_NAMES = {
  supportEmail: { name: 'Support by email', variable: 'SUPPORT_EMAIL' },
  supportWhatsapp: { name: 'Support on WhatsApp', variable: 'SUPPORT_WHATSAPP_URL' },
  supportTelegram: { name: 'Support on Telegram', variable: 'SUPPORT_TELEGRAM_URL' },
  supportLiveChat: { name: 'Support by live chat', variable: 'SUPPORT_LIVE_CHAT_URL' },
  supportAlways: { name: 'Support day and night', variable: 'SUPPORT_ALWAYS' },
  communityChat: { name: 'Community chat', variable: 'COMMUNITY_CHAT_URL' },
  communityTelegram: { name: 'Community on Telegram', variable: 'COMMUNITY_TELEGRAM_URL' },
  communityWhatsapp: { name: 'Community on WhatsApp', variable: 'COMMUNITY_WHATSAPP_URL' },
} as const
export type ChannelName = keyof typeof CHANNEL_NAMES
