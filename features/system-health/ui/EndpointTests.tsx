import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { DetailedHealth, TriedOnce } from '../contract.ts'
import { millis } from './health-figures.ts'

const testNames: Record<string, string> = {
  list: 'First page',
  search: 'Search',
  read: 'One record',
}

type EndpointTestsProps = { health: DetailedHealth | undefined; isPending: boolean }

/** Lists every test of every endpoint with its time and result. */
export function EndpointTests({ health, isPending }: EndpointTestsProps) {
  const endpoints = Object.entries(health?.endpoints ?? {})
  return (
    <section aria-labelledby="tests-title" className="card">
      <h2 id="tests-title" className="text-card p-4">
        Detailed Endpoint Testing
      </h2>
      {isPending && <Skeleton className="m-4 h-[42rem] w-auto" />}
      <ul className="grid lg:grid-cols-2">
        {endpoints.map(([path, { totalResponseTime, tests }]) => (
          <li key={path} aria-label={path} className="min-w-0 border-t border-line px-4 py-3">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="text-label min-w-0 break-words">{path}</h3>
              <span className="text-table numbers whitespace-nowrap text-muted">
                {`Total: ${millis(totalResponseTime)}`}
              </span>
            </div>
            <ul>
              {Object.entries(tests).map(([name, test]) => (
                <Test key={name} name={testNames[name] ?? name} test={test} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {!isPending && endpoints.length === 0 && (
        <p className="px-4 pb-4 text-muted">No tests yet.</p>
      )}
    </section>
  )
}

function Test({ name, test }: { name: string; test: TriedOnce }) {
  const { status, responseTime, result, error } = test
  return (
    <li
      aria-label={name}
      className={
        'text-table grid grid-cols-[1fr_auto_5rem] items-center gap-x-2 py-1 ' +
        'sm:grid-cols-[1fr_6rem_4rem_5rem]'
      }
    >
      <span className="col-span-full sm:col-span-1">{name}</span>
      <span>
        <StatusBadge status={status} />
      </span>
      <span className="numbers text-right">{millis(responseTime)}</span>
      <span className="numbers text-right text-muted">
        {typeof result === 'number' ? itemsOf(result) : ''}
      </span>
      {error && <span className="col-span-full text-danger">{error}</span>}
    </li>
  )
}

function itemsOf(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`
}
