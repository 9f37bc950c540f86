import { clsx } from 'clsx'
import { type KeyId, type Place, labelOf, places, shortcuts } from './shortcuts.ts'

type KeyTableProps = {
  /** Filters out keys that have no effect now. */
  isVisible?: (id: KeyId, section: Place) => boolean
}

/** The keyboard shortcuts, from the same table as the handlers. */
export function KeyTable({ isVisible = () => true }: KeyTableProps) {
  const all = Object.entries(shortcuts) as [KeyId, (typeof shortcuts)['search']][]
  const groups = places
    .map((section) => ({
      place: section,
      keys: all.filter(([id, { where }]) => (where as Place) === section && isVisible(id, section)),
    }))
    .filter(({ keys }) => keys.length > 0)
  return (
    <div className="gap-8 md:columns-2">
      {groups.map(({ place, keys }) => (
        <section key={place} className="mb-5 break-inside-avoid">
          <h3 className="text-card mb-1">{place}</h3>
          <dl>
            {keys.map(([id, shortcut]) => (
              <div key={id} className="flex min-h-7 items-center justify-between gap-4">
                <dt className="text-muted">{shortcut.description}</dt>
                <dd className="flex flex-wrap justify-end gap-1">
                  {runOf(shortcut.keys).map((key) => (
                    <kbd
                      key={key}
                      className={clsx(
                        'text-caption rounded-control border border-line bg-surface-2 px-1.5',
                        'font-sans whitespace-nowrap',
                      )}
                    >
                      {labelOf(key)}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** Joins consecutive digits, as `1–9`; other keys are listed one by one. */
function runOf(keys: readonly string[]): readonly string[] {
  const isRun = keys.length > 2 && keys.every((key, index) => key === String(index + 1))
  return isRun ? [`1–${keys.length}`] : keys
}
