/** The product itself, drawn: a wallet with a hidden balance, and a receipt with its check. Nobody's money is in it. */
export function ProductDrawing() {
  return (
    <figure className="flex flex-col items-center gap-2">
      <svg
        viewBox="0 0 320 196"
        aria-hidden="true"
        className="w-full max-w-88 lg:max-w-none"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <rect x="4" y="4" width="188" height="188" rx="18" className="fill-surface stroke-ink" />
        <g className="stroke-ink">
          <rect x="18" y="18" width="20" height="20" rx="6" />
          <path d="M48 24h52M48 33h30M162 22h16M162 28h16M162 34h16" />
        </g>
        <rect x="18" y="50" width="160" height="58" rx="12" className="fill-card" />
        <g className="cloth">
          <circle cx="154" cy="79" r="16" />
          <circle cx="154" cy="79" r="9" />
          <path d="M134 51v56M130 51v56" />
        </g>
        <text x="30" y="80" className="fill-on-card font-head text-[18px]">
          ₦ ••••••
        </text>
        <path d="M31 94h88" className="stroke-card-track" strokeWidth="5" />
        <path d="M31 94h26" className="stroke-accent" strokeWidth="5" />
        <g className="stroke-ink">
          <path d="M24 118h22a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6v-14a6 6 0 0 1 6-6zM66 118h22a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H66a6 6 0 0 1-6-6v-14a6 6 0 0 1 6-6zM108 118h22a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6h-22a6 6 0 0 1-6-6v-14a6 6 0 0 1 6-6zM150 118h22a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6h-22a6 6 0 0 1-6-6v-14a6 6 0 0 1 6-6z" />
          <path d="M35 125v12M29 131h12M77 125v12l5-5M77 137l-5-5M116 125h6v12h-6zM161 125l-5 7h6l-5 6" />
          <path d="M18 160h44M18 169h26M146 160h32M18 183h38M152 183h26" />
        </g>
        <path d="m146 170 4 4 8-8" className="stroke-ok" />
        <path
          d="M212 34h96v150l-8-6-8 6-8-6-8 6-8-6-8 6-8-6-8 6-8-6-8 6-8-6-8 6z"
          className="fill-surface stroke-ink"
        />
        <circle cx="260" cy="64" r="16" className="fill-ok-tint stroke-ok" />
        <path d="m252 64 6 6 11-12" className="stroke-ok" />
        <g className="stroke-ink">
          <path d="M236 94h48M226 112h28M282 112h12M226 124h20M276 124h18M226 136h34M286 136h8" />
          <path d="M224 148h72" strokeDasharray="3 6" />
        </g>
        <path d="M250 168v-11l9 11v-11M247 161h15M247 165h15" className="stroke-accent" />
      </svg>
      <figcaption className="text-center text-caption text-ink-3">
        An example, drawn: the wallet, and a receipt that anybody can check.
      </figcaption>
    </figure>
  )
}
