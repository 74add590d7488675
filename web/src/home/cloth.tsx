/**
 * A strip of adire, drawn for this card: squares framed by double lines, with a resist-dyed ring, a leaf and a comb.
 * It gives way to a long amount and is never behind text.
 */
export function Cloth() {
  return (
    <svg
      aria-hidden="true"
      className="cloth h-auto min-w-0 flex-[0_1_33%] @max-[20rem]:hidden"
      fill="none"
      strokeWidth="1.5"
    >
      <defs>
        <pattern id="cloth" width="56" height="168" patternUnits="userSpaceOnUse">
          <path d="M1 0v168M5 0v168M0 1h56M0 5h56M0 57h56M0 61h56M0 113h56M0 117h56" />
          <circle cx="31" cy="31" r="19" />
          <circle cx="31" cy="31" r="13" />
          <circle cx="31" cy="31" r="7" strokeDasharray="2 3" />
          <path d="M11 107C11 81 25 67 51 67c0 26-14 40-40 40ZM11 107 45 73M20 98V84M29 89V76M20 98h14M29 89h13" />
          <path d="M12 123v40M20 123v40M28 123v18q8 0 8-9v-9M44 123v9q0 17-16 17v14M51 123v9q0 25-16 25v6M43 163q8-4 8-10" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#cloth)" stroke="none" />
    </svg>
  )
}
