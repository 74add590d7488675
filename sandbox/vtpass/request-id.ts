import { lagosDay } from '#contract/time.ts'

const REQUEST_ID = /^(\d{8})([01]\d|2[0-3])[0-5]\d[0-9A-Za-z]*$/

/** Whether a request id begins with a minute of today in Lagos followed by letters and digits only. */
export function isRequestIdOfToday(uncheckedRequestId: string, now: Date): boolean {
  return REQUEST_ID.exec(uncheckedRequestId)?.[1] === lagosDay(now).replaceAll('-', '')
}
