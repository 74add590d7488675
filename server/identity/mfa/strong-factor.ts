/** An SQL condition: whether `user`, an SQL expression, has a passkey or an authenticator app. */
export const hasStrong = (user: string): string =>
  `(exists (select from passkeys where user_id = ${user})
     or exists (select from authenticators where user_id = ${user} and confirmed_at is not null))`
