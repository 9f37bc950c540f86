import { encode } from 'uqr'

type QrCodeProps = { text: string; label: string }

/** A text as a QR code: dark squares on white, also in the dark theme, so that cameras read it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control bg-white"
    >
      <path d={squares.join('')} className="fill-black" />
    </svg>
  )
}
