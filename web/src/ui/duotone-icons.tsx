import type { ReactElement } from 'react'

/** An icon in two tones: the ink of its family, and `--m`, which never carries meaning alone. Holes show the tint. */
export type Duotone = (props: { size?: number }) => ReactElement

const INK = 'currentColor'
const MID = 'var(--m)'
const HOLE = 'var(--t)'

/** A colour and a path. A width makes it a line. With `filled` too, it is a filled shape with rounded corners. */
type Part = readonly [colour: string, path: string, width?: number, filled?: true]

const drawn =
  (...parts: readonly Part[]): Duotone =>
  ({ size = 24 }) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {parts.map(([colour, path, width, filled]) => (
        <path
          key={path}
          d={path}
          fill={width === undefined || filled ? colour : 'none'}
          stroke={width === undefined ? 'none' : colour}
          strokeWidth={width}
        />
      ))}
    </svg>
  )

export const AddMoneyIcon = drawn(
  [MID, 'M3.5 12.5h17V17a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4Z'],
  [INK, 'M12 3v12M7.5 10.8 12 15.3l4.5-4.5', 2.6],
)
export const AirtimeIcon = drawn(
  [INK, 'M6.5 2h5.5a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-5.5a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3Z'],
  [MID, 'M6.7 5h5.1a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-5.1a1 1 0 0 1-1-1v-9.5a1 1 0 0 1 1-1Z'],
  [INK, 'M18 8.6a5 5 0 0 1 0 6.8', 2],
  [MID, 'M20.4 5.8a9 9 0 0 1 0 12.4', 2],
)
export const AlertsIcon = drawn(
  [MID, 'M9 18h6a3 3 0 0 1-6 0Z'],
  [
    INK,
    'M12 2.2a6.6 6.6 0 0 0-6.6 6.6c0 3.7-1 5.2-2 6.4-.9 1-.2 2.6 1.1 2.6h15c1.3 0 2-1.6 1.1-2.6-1-1.2-2-2.7-2-6.4A6.6 6.6 0 0 0 12 2.2Z',
  ],
)
export const BillsIcon = drawn(
  [MID, 'M4.5 4.5A2.5 2.5 0 0 1 7 2h10a2.5 2.5 0 0 1 2.5 2.5V22l-2.5-1.7-2.5 1.7-2.5-1.7L9.5 22 7 20.3 4.5 22Z'],
  [INK, 'M8.5 7.6h7M8.5 11.6h7M8.5 15.6h3.6', 2.2],
)
export const BpcIcon = drawn(
  [
    INK,
    'M4.6 4.8h14.8A2.6 2.6 0 0 1 22 7.4v1.7a3 3 0 0 0 0 5.8v1.7a2.6 2.6 0 0 1-2.6 2.6H4.6A2.6 2.6 0 0 1 2 16.6v-1.7a3 3 0 0 0 0-5.8V7.4a2.6 2.6 0 0 1 2.6-2.6Z',
  ],
  [MID, 'm9 15.2 6-6.4', 2],
  [MID, 'M7.6 9.2a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0Z'],
  [MID, 'M13.2 14.8a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0Z'],
)
export const DataIcon = drawn(
  [MID, 'M2.4 9.2a13.6 13.6 0 0 1 19.2 0', 2.8],
  [INK, 'M6 13.4a8.5 8.5 0 0 1 12 0', 2.8],
  [INK, 'M9.7 18.4a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0Z'],
)
export const ElectricityIcon = drawn(
  [MID, 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0Z'],
  [
    INK,
    'M13.4 3.6 6.3 13a.7.7 0 0 0 .6 1.1h3.7l-.9 6c-.1.7.7 1 1.1.5l7-9.6a.7.7 0 0 0-.6-1.1h-3.6l.9-5.8c.1-.7-.7-1-1.1-.5Z',
  ],
)
export const ExamPinIcon = drawn(
  [MID, 'M5.5 11v5.2c0 2.4 13 2.4 13 0V11L12 14.4Z'],
  [
    INK,
    'M11.2 4.2 1.9 8.5a.7.7 0 0 0 0 1.2l9.3 4.4c.5.2 1.1.2 1.6 0l9.3-4.4a.7.7 0 0 0 0-1.2l-9.3-4.3a2 2 0 0 0-1.6 0Z',
  ],
  [INK, 'M21.6 9.4v6.4', 1.8],
)
export const FaqIcon = drawn(
  [MID, 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0Z'],
  [INK, 'M9.2 9.3a2.9 2.9 0 1 1 4.3 2.5c-.9.5-1.5 1-1.5 2', 2.4],
  [INK, 'M10.5 17.3a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0Z'],
)
export const HistoryIcon = drawn([MID, 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0Z'], [INK, 'M12 6.6V12l3.6 2.4', 2.4])
export const PlatformIcon = drawn(
  [MID, 'M13.3 8a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0Z'],
  [MID, 'M16.6 13c3.3 0 5.4 2.1 5.4 5v.6a1 1 0 0 1-1 1h-5Z'],
  [INK, 'M4.6 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0Z'],
  [INK, 'M8.6 13.6c4 0 6.6 2.3 6.6 5.5v.4a1.3 1.3 0 0 1-1.3 1.3H3.3A1.3 1.3 0 0 1 2 19.5v-.4c0-3.2 2.6-5.5 6.6-5.5Z'],
)
export const ProfileIcon = drawn(
  [MID, 'M12 13.6c4.9 0 8 2.7 8 6v.6a1.8 1.8 0 0 1-1.8 1.8H5.8A1.8 1.8 0 0 1 4 20.2v-.6c0-3.3 3.1-6 8-6Z'],
  [INK, 'M7 7a5 5 0 1 0 10 0 5 5 0 1 0-10 0Z'],
)
export const SecurityIcon = drawn(
  [MID, 'M12 1.8 20.4 5v6.4c0 5.2-3.5 8.9-8.4 10.8Z'],
  [INK, 'M12 1.8 3.6 5v6.4c0 5.2 3.5 8.9 8.4 10.8Z'],
  [HOLE, 'm8.4 11.8 2.5 2.5 4.9-5', 2.2],
)
export const SellIcon = drawn(
  [MID, 'M4 11h16v7.6a2.4 2.4 0 0 1-2.4 2.4H6.4A2.4 2.4 0 0 1 4 18.6Z'],
  [
    INK,
    'M5.6 3h12.8l2.9 5.7c.5 2.3-1 3.8-2.8 3.8-1.5 0-2.7-.9-3.25-2.1-.55 1.2-1.75 2.1-3.25 2.1s-2.7-.9-3.25-2.1c-.55 1.2-1.75 2.1-3.25 2.1-1.8 0-3.3-1.5-2.8-3.8Z',
  ],
  [INK, 'M9.6 21v-4.6a2.4 2.4 0 0 1 4.8 0V21Z'],
)
export const SendIcon = drawn([MID, 'm21 3-9.8 10.4L3 10.2Z', 1.6, true], [INK, 'm21 3-6.6 17.8-3.2-7.4Z', 1.6, true])
export const SupportIcon = drawn(
  [MID, 'M20 15v1.5a4 4 0 0 1-4 4h-3', 2.4],
  [INK, 'M4 14v-2a8 8 0 0 1 16 0v2', 2.4],
  [
    INK,
    'M4.6 12h.8a2.4 2.4 0 0 1 2.4 2.4v2.6a2.4 2.4 0 0 1-2.4 2.4h-.8a2.4 2.4 0 0 1-2.4-2.4v-2.6a2.4 2.4 0 0 1 2.4-2.4Z',
  ],
  [
    INK,
    'M18.6 12h.8a2.4 2.4 0 0 1 2.4 2.4v2.6a2.4 2.4 0 0 1-2.4 2.4h-.8a2.4 2.4 0 0 1-2.4-2.4v-2.6a2.4 2.4 0 0 1 2.4-2.4Z',
  ],
)
export const TvIcon = drawn(
  [MID, 'm8 2.2 4 4 4-4', 2.2],
  [
    INK,
    'M5.2 6h13.6a3.2 3.2 0 0 1 3.2 3.2v6.6a3.2 3.2 0 0 1-3.2 3.2h-13.6a3.2 3.2 0 0 1-3.2-3.2v-6.6a3.2 3.2 0 0 1 3.2-3.2Z',
  ],
  [
    MID,
    'M5.8 8.6h8.6a1.2 1.2 0 0 1 1.2 1.2v5.4a1.2 1.2 0 0 1-1.2 1.2h-8.6a1.2 1.2 0 0 1-1.2-1.2v-5.4a1.2 1.2 0 0 1 1.2-1.2Z',
  ],
  [HOLE, 'M17.6 10.4a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0Z'],
  [HOLE, 'M17.6 14.4a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0Z'],
  [INK, 'M7.5 21.4h9', 2.2],
)
export const WalletIcon = drawn(
  [MID, 'M5 4h12a3 3 0 0 1 3 3v3H3V6a2 2 0 0 1 2-2Z'],
  [INK, 'M2.5 8.5h16a3.5 3.5 0 0 1 3.5 3.5v5.5a3.5 3.5 0 0 1-3.5 3.5h-12a4 4 0 0 1-4-4Z'],
  [HOLE, 'M15.3 14.8a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0Z'],
)
export const WatchIcon = drawn(
  [MID, 'M6 3h12a4 4 0 0 1 4 4v7a4 4 0 0 1-4 4h-5l-4.6 3.7c-.6.5-1.4 0-1.4-.7v-3H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Z'],
  [INK, 'M9.6 7.2v6.6c0 .7.8 1.2 1.4.8l5.3-3.3c.6-.4.6-1.2 0-1.6L11 6.4c-.6-.4-1.4.1-1.4.8Z'],
)
