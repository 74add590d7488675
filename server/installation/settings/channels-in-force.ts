import type { Deps } from '#server/deps.ts'
import type { Channels } from '#server/platform/config/channels.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** A version of the channels that two operators agreed to. */
export type ChannelVersion = {
  readonly number: number
  readonly startsAt: Date
  readonly setAt: Date
  readonly setBy: string
  readonly confirmedBy: string
  readonly channels: Channels
}

type Row = Omit<ChannelVersion, 'channels'> & {
  readonly email: string | null
  readonly supportTelegram: string | null
  readonly supportWhatsapp: string | null
  readonly liveChat: string | null
  readonly always: boolean
  readonly chat: string | null
  readonly communityTelegram: string | null
  readonly communityWhatsapp: string | null
}

/** The newest versions, the latest first. */
export async function readChannelVersions(sql: Sql, max: number): Promise<ChannelVersion[]> {
  const rows = await sql.query<Row>(`${SELECT} order by number desc limit $1`, [max])
  return rows.map(versionOf)
}

/** The newest version that has begun: an older planned one never begins once a newer one has. */
export async function readVersionInForce(sql: Sql, now: Date): Promise<ChannelVersion | null> {
  const [row] = await sql.query<Row>(`${SELECT} where starts_at <= $1 order by number desc limit 1`, [now])
  return row === undefined ? null : versionOf(row)
}

/** The channels in force now. Before the first version, the environment's. */
export async function channelsInForce({
  database,
  clock,
  config,
}: Pick<Deps, 'clock' | 'config' | 'database'>): Promise<Channels> {
  return (await readVersionInForce(database, clock.now()))?.channels ?? config.channels
}

const SELECT = `select number, starts_at as "startsAt", set_at as "setAt", set_by as "setBy", confirmed_by as "confirmedBy",
  support_email as email, support_telegram as "supportTelegram", support_whatsapp as "supportWhatsapp",
  support_live_chat as "liveChat", support_always as always, community_chat as chat,
  community_telegram as "communityTelegram", community_whatsapp as "communityWhatsapp" from channel_versions`

function versionOf({ number, startsAt, setAt, setBy, confirmedBy, ...row }: Row): ChannelVersion {
  const { email, supportTelegram, supportWhatsapp, liveChat, always } = row
  return {
    number,
    startsAt,
    setAt,
    setBy,
    confirmedBy,
    channels: {
      support: { email, telegram: supportTelegram, whatsapp: supportWhatsapp, liveChat, always },
      community: { chat: row.chat, telegram: row.communityTelegram, whatsapp: row.communityWhatsapp },
    },
  }
}
