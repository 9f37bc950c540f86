type LegendEntryProps = { color: string; text: string }

/** A legend entry: a color and its label. */
export function LegendEntry({ color, text }: LegendEntryProps) {
  return (
    <span className="flex items-center gap-1.5">
      <span
        aria-hidden
        className="chart-mark size-2.5 rounded-full"
        style={{ background: color }}
      />
      {text}
    </span>
  )
}
