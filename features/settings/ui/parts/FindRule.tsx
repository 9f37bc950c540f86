import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { findRules, ruleFields } from '../../rule-fields.ts'
import { rulePages } from '../../rule-pages.ts'

/** Finds a setting by any word of its label or explanation, and opens it. */
export function FindRule() {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  const found = findRules(query)
  const openFirst = () => {
    const [name] = found
    if (!name) return
    setQuery('')
    void navigate({ to: '/settings', search: { tab: ruleFields[name].page }, hash: name })
  }
  return (
    <search>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          openFirst()
        }}
      >
        <Search
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          className="control w-full pl-9"
        />
      </form>
      <div role="status" className="text-table not-empty:mt-2 sm:mt-2">
        {query.trim() !== '' && found.length === 0 && (
          <p className="text-muted">No setting contains these words.</p>
        )}
      </div>
      {found.length > 0 && (
        <ul
          aria-label="Settings found"
          className="card mb-3 p-1 max-sm:absolute max-sm:inset-x-0 max-sm:z-15
            max-sm:shadow-overlay"
        >
          {found.map((name) => (
            <li key={name}>
              <Link
                to="/settings"
                search={{ tab: ruleFields[name].page }}
                hash={name}
                onClick={() => setQuery('')}
                className="block rounded-control px-2 py-1.5 text-ink no-underline hover:bg-hover"
              >
                {ruleFields[name].label}
                <span className="text-caption block font-normal text-muted">
                  {rulePages[ruleFields[name].page].title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
