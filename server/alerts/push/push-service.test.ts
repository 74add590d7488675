import { describe, expect, test } from 'vitest'
import { isPushService } from './push-service.ts'

const SANDBOX = 'http://localhost:3001'

describe('an address of a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91bHPRgkFLJu-9_AAAA',
    'https://fcm.googleapis.com/wp/dQw4w9WgXcQ:APA91bHPRgkFLJu',
    'https://jmt17.google.com/fcm/send/dQw4w9WgXcQ:APA91bHPRgkFLJu-9_AAAA',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl-_A',
    'https://autopush.eu.push.services.mozilla.com/wpush/v1/gAAAAABl',
    'https://db5p.notify.windows.com/w/?token=BQYAAAB%2fQ%3d',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB',
    'https://web.push.apple.com/QGuQyavXutnMH',
  ])('is %s', (endpoint) => {
    expect(isPushService(endpoint, null)).toBe(true)
    expect(isPushService(endpoint, SANDBOX)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['no address', 'fcm.googleapis.com/fcm/send/a'],
    ['plain http', 'http://fcm.googleapis.com/fcm/send/a'],
    ['another protocol', 'ftp://fcm.googleapis.com/fcm/send/a'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:fetch(1)'],
    ['no path', 'https://fcm.googleapis.com/'],
    ['another host', 'https://example.com/fcm/send/a'],
    ['another name of Google', 'https://jmt17.google.com.evil.example/fcm/send/a'],
    ['a browser without a push service', 'https://permanently-removed.invalid/fcm/send/a'],
    ['another host of Google', 'https://storage.googleapis.com/fcm/send/a'],
    ['a host below one that is alone', 'https://evil.fcm.googleapis.com/fcm/send/a'],
    ['a host below one of Apple', 'https://evil.web.push.apple.com/a'],
    ['a known host as a name of another', 'https://fcm.googleapis.com.evil.example/fcm/send/a'],
    ['a known end without its dot', 'https://evilnotify.windows.com/w/?token=a'],
    ['a known end as another host', 'https://evilpush.services.mozilla.com/wpush/v2/a'],
    ['the known end alone', 'https://notify.windows.com/w/?token=a'],
    ['the other known end alone', 'https://push.services.mozilla.com/wpush/v2/a'],
    ['a known end in the middle', 'https://a.notify.windows.com.evil.example/w/'],
    ['a known end in the path', 'https://evil.example/.notify.windows.com/a'],
    ['a known host in the query', 'https://evil.example/?fcm.googleapis.com'],
    ['a user', 'https://fcm.googleapis.com@evil.example/fcm/send/a'],
    ['a user at a known host', 'https://user@fcm.googleapis.com/fcm/send/a'],
    ['a user and a password', 'https://user:pass@fcm.googleapis.com/fcm/send/a'],
    ['an empty user', 'https://@fcm.googleapis.com/fcm/send/a'],
    ['a port', 'https://fcm.googleapis.com:8443/fcm/send/a'],
    ['its own port', 'https://fcm.googleapis.com:443/fcm/send/a'],
    ['the port of plain http', 'https://fcm.googleapis.com:80/fcm/send/a'],
    ['an empty port', 'https://fcm.googleapis.com:/fcm/send/a'],
    ['a dot at the end of the host', 'https://fcm.googleapis.com./fcm/send/a'],
    ['a dot at the end of a known end', 'https://a.notify.windows.com./w/?token=a'],
    ['an empty label', 'https://a..notify.windows.com/w/?token=a'],
    ['a dot at the start', 'https://.notify.windows.com/w/?token=a'],
    ['a hyphen at the start', 'https://-a.notify.windows.com/w/?token=a'],
    ['an underscore', 'https://a_b.notify.windows.com/w/?token=a'],
    ['capitals', 'https://FCM.googleapis.com/fcm/send/a'],
    ['a capital protocol', 'HTTPS://fcm.googleapis.com/fcm/send/a'],
    ['a letter that only looks like another', 'https://fcm.g\u043eogleapis.com/fcm/send/a'],
    ['wide letters that are folded', 'https://\uff46cm.googleapis.com/fcm/send/a'],
    ['a dot of another script', 'https://fcm\u3002googleapis.com/fcm/send/a'],
    ['a soft hyphen', 'https://fcm\u00ad.googleapis.com/fcm/send/a'],
    ['an encoded letter', 'https://%66cm.googleapis.com/fcm/send/a'],
    ['a backslash', 'https://fcm.googleapis.com\\@evil.example/fcm/send/a'],
    ['a backslash before the path', 'https:\\\\fcm.googleapis.com/fcm/send/a'],
    ['a line break', 'https://fcm.googleapis.com/fcm/send/a\r\nHost: evil.example'],
    ['a tab in the host', 'https://fcm.google\tapis.com/fcm/send/a'],
    ['a space in front', ' https://fcm.googleapis.com/fcm/send/a'],
    ['a NUL', 'https://fcm.googleapis.com/fcm/send/a\u0000'],
    ['a way up', 'https://fcm.googleapis.com/fcm/../admin'],
    ['a fragment', 'https://fcm.googleapis.com/fcm/send/a#b'],
    ['one slash', 'https:/fcm.googleapis.com/fcm/send/a'],
    ['an address of this machine', 'https://127.0.0.1/fcm/send/a'],
    ['an address as one number', 'https://2130706433/fcm/send/a'],
    ['an address in octal', 'https://0177.0.0.1/fcm/send/a'],
    ['an IPv6 address', 'https://[::1]/fcm/send/a'],
    ['an IPv4 address inside an IPv6 one', 'https://[::ffff:169.254.169.254]/a'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['another port of the sandbox machine', 'http://localhost:3000/push/s/sub_1'],
    ['the sandbox world under another name', 'http://127.0.0.1:3001/push/s/sub_1'],
    ['the sandbox world over https', 'https://localhost:3001/push/s/sub_1'],
    ['another address of the sandbox world', 'http://localhost:3001/control/reset'],
    ['a way up in the sandbox world', 'http://localhost:3001/push/s/../../control/reset'],
    ['an encoded way up in the sandbox world', 'http://localhost:3001/push/s/%2e%2e%2fcontrol'],
    ['a query at the sandbox world', 'http://localhost:3001/push/s/sub_1?a=b'],
    ['a user at the sandbox world', 'http://user@localhost:3001/push/s/sub_1'],
  ])('is not one with %s', (_, endpoint) => {
    expect(isPushService(endpoint, SANDBOX)).toBe(false)
    expect(isPushService(endpoint, null)).toBe(false)
  })

  test('is one of the sandbox world in a sandbox alone', () => {
    const endpoint = `${SANDBOX}/push/s/sub_4000000001`
    expect(isPushService(endpoint, SANDBOX)).toBe(true)
    expect(isPushService(endpoint, null)).toBe(false)
    expect(isPushService(endpoint, 'http://localhost:3002')).toBe(false)
  })
})
