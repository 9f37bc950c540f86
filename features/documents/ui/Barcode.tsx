import { barsOf } from '../barcode.ts'

/** Renders a text as Code 128 bars, black on white, with the text below. */
export function Barcode({ text, isSmall = false }: { text: string; isSmall?: boolean }) {
  return (
    <figure className="w-fit">
      <Bars text={text} isSmall={isSmall} name={`Barcode ${text}`} />
      <figcaption
        className={isSmall ? 'numbers pl-2 font-semibold' : 'numbers text-center text-[8pt]'}
      >
        {text}
      </figcaption>
    </figure>
  )
}

type BarsProps = { text: string; isSmall?: boolean; name?: string }

/** The bars alone; without a name, the text beside them says what they are. */
export function Bars({ text, isSmall = false, name }: BarsProps) {
  const { bars, total } = barsOf(text)
  return (
    <svg
      viewBox={`0 0 ${total} 40`}
      preserveAspectRatio="none"
      width={total * (isSmall ? 0.85 : 1.2)}
      height={isSmall ? 20 : 44}
      {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      shapeRendering="crispEdges"
    >
      {bars.map(({ x, width }) => (
        <rect key={x} x={x} y={0} width={width} height={40} fill="black" />
      ))}
    </svg>
  )
}
