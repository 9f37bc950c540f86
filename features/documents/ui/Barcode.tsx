import { barsOf } from '../barcode.ts'

/** Renders a text as Code 128 bars, black on white, with the text below. */
export function Barcode({ text, isSmall = false }: { text: string; isSmall?: boolean }) {
  const { bars, total } = barsOf(text)
  return (
    <figure className="w-fit">
      <svg
        viewBox={`0 0 ${total} 40`}
        preserveAspectRatio="none"
        width={total * (isSmall ? 0.85 : 1.2)}
        height={isSmall ? 20 : 44}
        role="img"
        aria-label={`Barcode ${text}`}
        shapeRendering="crispEdges"
      >
        {bars.map(({ x, width }) => (
          <rect key={x} x={x} y={0} width={width} height={40} fill="black" />
        ))}
      </svg>
      <figcaption
        className={isSmall ? 'numbers pl-2 text-[8pt]' : 'numbers text-center text-[8pt]'}
      >
        {text}
      </figcaption>
    </figure>
  )
}
