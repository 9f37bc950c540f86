/** The comparison with the period before, which the user turns on and off. */
export type Comparison = {
  /** What the figures are compared with: `the 12 weeks before`. */
  with: string
  isShown: boolean
  onTurn: (isShown: boolean) => void
  /** Why the figures of the period before are not shown. */
  problem?: string | undefined
}

/** The choice below a chart to compare it with the period before. */
export function ComparisonChoice({ comparison }: { comparison: Comparison }) {
  return (
    <div className="no-print text-table mt-1 text-muted">
      <label className="inline-flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={comparison.isShown}
          onChange={({ target }) => comparison.onTurn(target.checked)}
        />
        {`Compare with ${comparison.with}`}
      </label>
      {comparison.problem && (
        <p role="alert" className="text-danger">
          {comparison.problem}
        </p>
      )}
    </div>
  )
}
