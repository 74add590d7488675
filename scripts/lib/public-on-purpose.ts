/** Texts that look like secrets but are not, each with the reason why it may be public. */
export const PUBLIC_ON_PURPOSE: readonly { readonly texts: readonly string[]; readonly why: string }[] = [
  {
    texts: ['sk_test_jara_sandbox_world'],
    why: 'the key of the sandbox world, which moves practice money only; live mode refuses every key that begins like it',
  },
  {
    texts: ['sk_test_somebody_else'],
    why: 'signs what the sandbox world sends as a forger would: it is there to be refused',
  },
  {
    texts: [
      'sk_live_0123456789',
      'sk_live_abcdef',
      'sk_test_0123456789',
      'sk_test_stub_key_0123456789',
      'sk_test_webhook_key',
    ],
    why: 'made up for tests: counted up, or words',
  },
  {
    texts: [
      '7d1c0f9ab3e8452650d4c8f1e97b2a6310fe84bd59a7c236e1d05f8847a9b3c2',
      '10fe84bd59a7c236e1d05f8847a9b3c27d1c0f9ab3e8452650d4c8f1e97b2a63',
    ],
    why: "the secrets of tests that read the settings of live mode, which takes none that is weak; no installation's",
  },
  {
    texts: ['https://user:pass@', 'smtps://user:password@'],
    why: 'the words user and password where they go in an address',
  },
]
