/** Settings with which live mode starts, apart from a listener's certificate. No real secrets. */
export const LIVE_SETTINGS = {
  JARA_MODE: 'live',
  DATABASE_URL: 'postgres://jara_app:kx7fWq2Zp9@localhost/jara',
  JARA_SECRET: '7d1c0f9ab3e8452650d4c8f1e97b2a6310fe84bd59a7c236e1d05f8847a9b3c2',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  VTPASS_API_KEY: 'a-key-of-their-own',
  VTPASS_PUBLIC_KEY: 'PK_of_their_own',
  VTPASS_SECRET_KEY: 'SK_of_their_own',
  VTPASS_CALLBACK_SECRET: 'a-callback-of-their-own',
  SMTP_URL: 'smtps://emails:a-password-of-their-own@mail.example.ng',
  MAIL_FROM: 'emails@wallet.example.ng',
  PUBLIC_URL: 'https://wallet.example.ng',
  CONSOLE_ORIGIN: 'https://console.example.ng',
  TRUSTED_PROXIES: '127.0.0.1',
}
