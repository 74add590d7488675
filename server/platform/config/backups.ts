import path from 'node:path'
import { z } from 'zod'
import { whyRelative } from './live-refusals.ts'
import type { SettingRows } from './setting.ts'

type Read = {
  readonly DATABASE_URL?: string | undefined
  readonly DATA_DIR: string
  readonly BACKUP_DIR?: string | undefined
  readonly BACKUP_EVERY_MINUTES?: number | undefined
}

/** The data folder, and the installation's automatic backups. */
export const backupSettings = {
  DATA_DIR: {
    type: z.string(),
    default: './data',
    sharedWithSandbox: true,
    target: 'dataFolder',
    meaning: 'The embedded database, the installation’s secret, the sandbox’s log.',
    live: {
      why: 'Live mode writes nothing there except its own backups, if enabled.',
      refuse: whyRelative,
      wrong: ['data', './data'],
    },
  },
  BACKUP_EVERY_MINUTES: {
    type: z.coerce.number().int().min(0).max(1_440),
    default: { live: '0' },
    target: 'backups',
    meaning: 'How often the running app backs itself up; 0 means never.',
    unset: '5, with PostgreSQL 0',
    live: {
      why: 'PostgreSQL has its own backup tools. More than 0 needs `BACKUP_DIR` or `DATA_DIR`.',
      refuse: (minutes: number, { BACKUP_DIR, DATA_DIR }: Read) =>
        minutes > 0 && !path.isAbsolute(BACKUP_DIR ?? DATA_DIR) ? 'live mode needs BACKUP_DIR for that' : null,
      wrong: ['5', '-1', '1441', 'daily'],
    },
  },
  BACKUP_DIR: {
    type: z.string().min(1),
    target: 'backups',
    meaning: 'Where backups go; better on another disk.',
    unset: '`DATA_DIR/backups`',
    live: { why: '`backups` in `DATA_DIR`, if backups are enabled.', refuse: whyRelative, wrong: ['backups'] },
  },
} as const satisfies SettingRows

/** Where the installation's own backups go and how often they are made; 0: never. */
export type BackupSettings = { readonly folder: string; readonly everyMinutes: number }

export function backupsFrom({ BACKUP_DIR, BACKUP_EVERY_MINUTES, DATABASE_URL, DATA_DIR }: Read): BackupSettings {
  return {
    folder: BACKUP_DIR ?? path.join(DATA_DIR, 'backups'),
    // A PostgreSQL server has its own backups, and several nodes would each make one.
    everyMinutes: BACKUP_EVERY_MINUTES ?? (DATABASE_URL === undefined ? 5 : 0),
  }
}
