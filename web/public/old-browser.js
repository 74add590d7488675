// Tells people that their browser is too old for the app. Runs in browsers of any age; a test compares it with
// contract/browsers.ts.
;(function () {
  if (Object.hasOwn && [].at && window.HTMLDialogElement) return
  var lines = [
    ['h1', 'This browser is too old'],
    ['p', 'Your money is safe.'],
    ['p', 'These browsers work:'],
    ['li', 'Chrome 95 or newer. Update it in the Play Store. It works on Android 5 and newer.'],
    [
      'li',
      'Safari 15.4 or newer. Update your iPhone in Settings, General, Software Update. It works on the iPhone 6s and newer.',
    ],
    ['li', 'Firefox 102 or newer.'],
    ['li', 'Samsung Internet, Opera or Edge from 2022 or later.'],
    ['li', 'Opera Mini, with data saving off or on High. It cannot open your wallet on Extreme.'],
    [
      'p',
      'You can also sign in on another phone with your email and password. Your money is in your account, not on this phone.',
    ],
  ]
  var styles = {
    h1: 'font-size:22px;font-weight:bold;margin:0 0 16px',
    p: 'margin:0 0 16px',
    li: 'display:list-item;margin:0 0 8px 24px;list-style:disc',
  }
  var root = document.getElementById('root')
  var page = document.createElement('div')
  page.setAttribute('role', 'main')
  page.style.cssText = 'max-width:480px;margin:0 auto;padding:32px 16px;font:16px/1.5 sans-serif'
  for (var i = 0; i < lines.length; i++) {
    var line = document.createElement(lines[i][0])
    line.appendChild(document.createTextNode(lines[i][1]))
    line.style.cssText = styles[lines[i][0]]
    page.appendChild(line)
  }
  if (root) root.parentNode.removeChild(root)
  document.body.appendChild(page)
})()
