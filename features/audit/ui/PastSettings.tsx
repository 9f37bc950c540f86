import { PastValues } from './PastValues.tsx'

/** Settings and tax rates as of a date, for those who may change them. */
export function PastSettings() {
  return (
    <section aria-labelledby="past-settings" className="card p-4">
      <h2 id="past-settings" className="text-card mb-2">
        Settings as of a date
      </h2>
      <p className="text-table mb-3 text-muted">
        The settings that were changed, and the tax rate of each place. The others had their
        default.
      </p>
      <PastValues entity="setting" id={1} />
    </section>
  )
}
