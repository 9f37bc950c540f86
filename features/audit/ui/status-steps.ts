type Change = { toStatus: string | null; actor: string; at: string }

/** A step of a document: done, current or ahead, and the change that led to it. */
export type StatusStep<C extends Change> = {
  status: string
  state: 'done' | 'now' | 'ahead' | 'cancelled'
  by: C | undefined
}

/**
 * Returns the steps of a document in order. A document that left the regular sequence, such as a
 * cancelled one, has the steps it reached, followed by its end. `changes` are newest first, as in
 * the activity of a record.
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
