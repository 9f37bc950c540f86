type Change = { toStatus: string | null; actor: string; at: string }

/** A step of a document: whether it is behind, here or ahead, and the change that brought it. */
export type StatusStep<C extends Change> = {
  status: string
  state: 'done' | 'now' | 'ahead' | 'cancelled'
  by: C | undefined
}

/**
 * The steps of a document along its way, in order. One that left it, cancelled or rejected, shows
 * the steps it had reached, then its end. `changes` are newest first, as the activity of a record
 * is.
 */
export function stepsOf<C extends Change>(
  { status, way }: { status: string; way: readonly string[] },
  changes: readonly C[],
): StatusStep<C>[] {
  const byOf = (step: string) => changes.find((change) => change.toStatus === step)
  if (!way.includes(status)) {
    const reached = way.filter((step) => step === way[0] || byOf(step))
    const done = reached.map((step) => ({ status: step, state: 'done' as const, by: byOf(step) }))
    return [...done, { status, state: 'cancelled', by: byOf(status) }]
  }
  const at = way.indexOf(status)
  return way.map((step, index) => {
    const state = index < at ? 'done' : index === at ? 'now' : 'ahead'
    return { status: step, state, by: index <= at ? byOf(step) : undefined }
  })
}
